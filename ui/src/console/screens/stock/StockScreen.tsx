/** All that has a stock of its own: looked for, filtered, counted. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useSelf } from '../../api/queries';
import { useCount, useStock } from '../../api/stock';
import type { Message, StockFilter } from '../../api/types';
import { Bar } from '../../parts/Bar';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { ShowMore } from '../../parts/ShowMore';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { ShelvesDialog } from './ShelvesDialog';
import styles from './StockScreen.module.css';
import { StockTable, useColumnNames } from './StockTable';
import { differing, forget, linesOf, MOST_LINES, type Sheet, useSheet } from './sheet';
import { COLUMNS, filtersOf, readView, type View, writeView } from './view';

type Refused = Readonly<Record<string, Message>>;

export default function StockScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  const { q, filter, hide } = view;
  const filters = useMemo(() => filtersOf({ q, filter }), [q, filter]);
  const pages = useStock(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const sheet = useSheet(useSelf().id);
  const [refused, setRefused] = useState<Refused>({});
  const [isPasting, setPasting] = useState(false);
  const items = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const first = data?.pages[0];
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const isFiltered = q !== '' || filter !== 'all';
  const many = (of: number | undefined) => (of === undefined ? '' : ` ${format.number(of)}`);
  const options: { value: StockFilter; label: string }[] = [
    { value: 'low', label: t`Running low` + many(first?.low) },
    { value: 'out', label: t`Sold out` + many(first?.out) },
    { value: 'expected', label: t`Expected` + many(first?.expected) },
  ];
  const views = useListViews({
    list: 'stock',
    path: '/stock',
    whole: t({ context: 'list', message: 'All items' }),
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(params, writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  const columnNames = useColumnNames();
  return (
    <Page
      title={t`Stock`}
      lead={t`Count what lies on the shelf, held for orders or not. What is sold or sent while you count is taken into account.`}
      actions={
        <>
          {views.menu}
          <Button onPress={() => setPasting(true)}>{t`Shelves from a sheet…`}</Button>
        </>
      }
    >
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search the stock`}
          placeholder={t`Item number or name`}
          value={q}
          onSearch={(words) => words !== q && change({ q: words }, { replace: q !== '' })}
        />
        <Chips
          label={t`Filters`}
          options={options}
          chosen={filter === 'all' ? [] : [filter]}
          onChange={(chosen) => change({ filter: chosen.at(-1) ?? 'all' })}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data && items.length === 0 && (
        <EmptyState
          title={isFiltered ? t`No item matches` : t`Nothing is in stock yet`}
          actions={isFiltered && <Button onPress={() => setParams({})}>{t`Show all items`}</Button>}
        >
          {isFiltered ? (
            <Trans>Look for the beginning of an item number, or for words of its name.</Trans>
          ) : (
            <Trans>Products and their variants appear here once they are in the catalogue.</Trans>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Items`}>
          <div className={styles.columns}>
            <ColumnsMenu
              columns={COLUMNS.map((value) => ({ value, label: columnNames[value] }))}
              hidden={hide}
              onChange={(hidden) => change({ hide: hidden, pages: view.pages })}
            />
          </div>
          <StockTable items={items} hide={hide} sheet={sheet} refused={refused} />
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
        </section>
      )}
      {isPasting && <ShelvesDialog onClose={() => setPasting(false)} />}
      {Object.keys(sheet).length > 0 && <CountBar sheet={sheet} refused={refused} onRefused={setRefused} />}
    </Page>
  );
}

interface CountBarProps {
  sheet: Sheet;
  refused: Refused;
  onRefused: (refused: Refused) => void;
}

/** What was counted, saved all together or not at all. */
function CountBar({ sheet, refused, onRefused }: CountBarProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const save = useCount();
  const skus = Object.keys(sheet);
  const count = skus.length;
  const lines = linesOf(sheet);
  const differ = differing(sheet);
  const isTooMany = skus.length > MOST_LINES;
  const open = Object.keys(refused).filter((sku) => sku in sheet);
  return (
    <Bar label={t`The count`} narrow="above">
      <p>
        <Plural value={count} one="# item counted" other="# items counted" />
        {', '}
        <Plural value={differ} _0="all as the shop has them" one="# differs" other="# differ" />
        {open.length > 0 && (
          <span className={styles.problem} role="alert">
            {say(refused[open[0] ?? ''] as Message)}
          </span>
        )}
        {isTooMany && <span className={styles.problem}>{t`Save at most ${MOST_LINES} at a time.`}</span>}
      </p>
      <Button
        variant="primary"
        isPending={save.isPending}
        isDisabled={!lines || isTooMany}
        onPress={() =>
          lines &&
          save.mutate(
            { lines, note: '' },
            {
              onSuccess: ({ changed }) => {
                forget(skus);
                onRefused({});
                toast(changed === 0 ? t`Saved. Nothing was missing.` : t`The count is saved.`);
              },
              onError: (error) => {
                onRefused(error.fields);
                if (Object.keys(error.fields).length === 0) toast(say(error));
              },
            },
          )
        }
      >
        {save.isPending ? t`Saving…` : t`Save the count`}
      </Button>
      <Button
        variant="quiet"
        onPress={() => {
          forget(skus);
          onRefused({});
        }}
      >
        {t`Discard`}
      </Button>
    </Bar>
  );
}
