/** The words of the catalogue: makers, options with their values, shipping groups, names of codes, and synonyms of the search. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useLexicon } from '../../api/lexicon';
import type { Lexicon, LexiconEntry, LexiconPart } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { CheckField } from '../../parts/MoreFields';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { Search } from '../../parts/Search';
import { ShowMore } from '../../parts/ShowMore';
import { Tabs } from '../../parts/Tabs';
import { EntryDialog } from './EntryDialog';
import { EntryTable } from './EntryTable';
import { useLexiconNames } from './names';
import { pathOf, readView, type View, writeView } from './view';
import styles from './WordsScreen.module.css';

/** Parts whose entries can lack words, or what the law asks for. */
const CAN_LACK: readonly LexiconPart[] = ['makers', 'options', 'values', 'words'];

export default function WordsScreen() {
  const { t } = useLingui();
  const names = useLexiconNames();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const { part, of, find, lacking } = view;
  const filters = useMemo(() => ({ part, of, find, lacking }), [part, of, find, lacking]);
  const pages = useLexicon(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  /** The entry that is changed; null: a new one. */
  const [opened, setOpened] = useState<LexiconEntry | null>();
  const change = (to: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...to }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data]);
  // The last page was read last.
  const list = data?.pages.at(-1);
  const isFiltered = find !== '' || lacking;
  const isOwn = list?.places.find((place) => place.code === list.of)?.is_own ?? false;
  const canAdd = list && !isOwn && (part !== 'values' || list.of !== '');
  const add = canAdd && (
    <Button icon="plus" variant="primary" onPress={() => setOpened(null)}>
      {names.add(part)}
    </Button>
  );
  return (
    <Page
      title={t`Words of the catalogue`}
      lead={t`Makers, options, shipping groups, and what codes are called in each language. What is changed here is in the shop at once.`}
      above={<Back to="/products">{t`Products`}</Back>}
      actions={entries.length > 0 && add}
    >
      <Tabs
        at={part === 'values' ? 'options' : part}
        label={t`Views of the words`}
        views={[
          ['makers', pathOf({}), t`Makers`],
          ['options', pathOf({ part: 'options' }), t`Options`],
          ['ship_groups', pathOf({ part: 'ship_groups' }), t`Shipping groups`],
          ['words', pathOf({ part: 'words' }), t({ context: 'lexicon', message: 'Words' })],
          ['synonyms', pathOf({ part: 'synonyms' }), t`Synonyms of the search`],
        ]}
      />
      <div className={styles.tools}>
        <Search
          label={t`Search these words`}
          placeholder={t`Code or word`}
          value={find}
          onSearch={(text) => text !== find && change({ find: text }, { replace: find !== '' })}
        />
        <div className={styles.filters}>
          {list && list.places.length > 0 && <PlaceField list={list} part={part} onChange={change} />}
          {CAN_LACK.includes(part) && (
            <CheckField id="words-lacking" checked={lacking} onChange={(on) => change({ lacking: on })}>
              {t`Only where something is missing`}
            </CheckField>
          )}
        </div>
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {list && entries.length === 0 && (
        <EmptyState
          title={isFiltered ? t`Nothing matches` : t`There is nothing here yet`}
          actions={
            isFiltered ? <Button onPress={() => change({ find: '', lacking: false })}>{t`Show all`}</Button> : add
          }
        >
          {isFiltered ? <Trans>Look for a part of a code or of a word in any language.</Trans> : <First part={part} />}
        </EmptyState>
      )}
      {list && entries.length > 0 && (
        <section
          className={styles.list}
          data-stale={isPlaceholderData ? '' : undefined}
          aria-label={t`Words of the catalogue`}
        >
          <EntryTable part={part} list={list} entries={entries} isWhole={!isFiltered} onOpen={setOpened} />
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
        </section>
      )}
      {list && opened !== undefined && (
        <EntryDialog part={part} list={list} entry={opened ?? undefined} onClose={() => setOpened(undefined)} />
      )}
    </Page>
  );
}

/** Which option, domain or language is shown. */
function PlaceField({
  list,
  part,
  onChange,
}: {
  list: Lexicon;
  part: LexiconPart;
  onChange: (to: Partial<View>) => void;
}) {
  const { t } = useLingui();
  const names = useLexiconNames();
  const label = part === 'values' ? t`Values of` : part === 'synonyms' ? t`Language` : t`Words for`;
  return (
    <SelectField
      id="words-of"
      label={label}
      value={list.of}
      onChange={(of) => onChange({ of })}
      options={list.places.map((place) => ({ value: place.code, label: names.place(part, place) }))}
    />
  );
}

/** What the first entry of a part is for. */
function First({ part }: { part: LexiconPart }) {
  switch (part) {
    case 'makers':
      return <Trans>Product pages name who made a product: the law asks for name, address and email.</Trans>;
    case 'options':
      return <Trans>Variants of a product differ by options, such as size or colour.</Trans>;
    case 'values':
      return <Trans>Add the values that shoppers choose from.</Trans>;
    case 'ship_groups':
      return <Trans>A group says to which countries its goods are sent. Each product belongs to one.</Trans>;
    case 'words':
      return <Trans>Codes without a word are shown as they are.</Trans>;
    case 'synonyms':
      return <Trans>Whoever looks for one of the words finds what the others find, too.</Trans>;
  }
}
