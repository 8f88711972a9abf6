/** Who gets letters, who has ended them, and who has not confirmed yet; the sheet for the program that sends them. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';
import { Link, useSearch, useSearchParams } from 'wouter';
import { asApiError, call } from '../../api/client';
import { addressOf, save } from '../../api/files';
import { useSubscribers } from '../../api/newsletter';
import { useMay } from '../../api/queries';
import type { NewsletterLetter, NewsletterStatus, SubscriberRow } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { CustomerTabs } from '../../parts/CustomerTabs';
import { Badge, EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Menu } from '../../parts/Menu';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { Search } from '../../parts/Search';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './NewsletterScreen.module.css';
import { filtersOf, readView, STATES, type View, writeView } from './view';

export default function NewsletterScreen() {
  const { t } = useLingui();
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const pages = useSubscribers(filtersOf(view));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const confirmed = data?.pages[0]?.confirmed ?? 0;
  const hasFilter = view.q !== '' || view.status !== null;
  const clear = () => change({ q: '', status: null });
  const states = useStates();
  const mayExport = useMay('customers_change');
  return (
    <Page
      title={t`Newsletter`}
      lead={t`Subscriptions with how they stand. Nobody is subscribed here: whoever wants letters confirms it by a link.`}
      actions={mayExport && <Export isDisabled={confirmed === 0} />}
    >
      <CustomerTabs at="newsletter" />
      <div className={styles.tools}>
        <Search
          label={t`Search subscriptions`}
          placeholder={t`Beginning of the email address…`}
          value={view.q}
          onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
        />
        <Chips
          label={t`Filters`}
          options={STATES.map((value) => ({ value, label: states[value] }))}
          chosen={view.status ? [view.status] : []}
          onChange={(chosen) => change({ status: chosen.find((one) => one !== view.status) ?? null })}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && items.length === 0 && (
        <EmptyState
          title={hasFilter ? t`No subscription matches` : t`No subscription yet`}
          actions={hasFilter && <Button onPress={clear}>{t`Clear search and filters`}</Button>}
        >
          {hasFilter ? (
            <Trans>The search looks for the beginning of an email address.</Trans>
          ) : (
            <Trans>Whoever asks for the newsletter in the shop appears here at once.</Trans>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Results`}>
          <p className={styles.count} role="status">
            <Plural value={confirmed} one="# address gets letters" other="# addresses get letters" />
          </p>
          <Subscribers items={items} />
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
        </section>
      )}
    </Page>
  );
}

function useStates(): Record<NewsletterStatus, string> {
  const { t } = useLingui();
  return {
    subscribed: t`Subscribed`,
    pending: t({ context: 'newsletter', message: 'Waits for its link' }),
    unsubscribed: t({ context: 'newsletter', message: 'Ended' }),
  };
}

function useLetters(): Record<NewsletterLetter, string> {
  const { t } = useLingui();
  return {
    shop: t({ context: 'newsletter', message: 'The shop’s' }),
    brand: t({ context: 'newsletter', message: 'The hotel brand’s' }),
    partner: t({ context: 'newsletter', message: 'The partner programme’s' }),
  };
}

const TONES = { subscribed: 'success', pending: 'warning', unsubscribed: 'neutral' } as const;

function Subscribers({ items }: { items: SubscriberRow[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const states = useStates();
  const letters = useLetters();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Email address`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col">{t`Newsletters`}</th>
          <th scope="col">{t`Language`}</th>
          <th scope="col">{t({ context: 'newsletter', message: 'Confirmed' })}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => {
          const end = row.ends_at ? format.date(Date.parse(row.ends_at)) : '';
          return (
            <tr key={row.email}>
              <th scope="row" className={styles.email} translate="no">
                {row.customer ? (
                  <Link href={`/customers/${row.customer}`} data-row="">
                    {row.email}
                  </Link>
                ) : (
                  row.email
                )}
              </th>
              <td data-label={t`Status`}>
                <Badge tone={TONES[row.status]}>{states[row.status]}</Badge>
                {end && <span className={table.quiet}>{t`ends on ${end}`}</span>}
              </td>
              <td data-label={t`Newsletters`}>
                {row.letters.length > 0 ? (
                  format.list(row.letters.map((letter) => letters[letter]))
                ) : (
                  <span aria-hidden="true">–</span>
                )}
              </td>
              <td data-label={t`Language`} lang={LOCALES[row.lang]}>
                {LANGUAGE_NAMES[row.lang]}
              </td>
              <td data-label={t({ context: 'newsletter', message: 'Confirmed' })}>
                {row.confirmed_at ? (
                  <time dateTime={row.confirmed_at}>{format.date(Date.parse(row.confirmed_at))}</time>
                ) : (
                  <span aria-hidden="true">–</span>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** All who may be sent letters, or those of one newsletter, each with fresh links to unsubscribe. */
function Export({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useLingui();
  const say = useMessageText();
  const letters = useLetters();
  const [isBusy, setBusy] = useState(false);
  async function write(letter: NewsletterLetter | null) {
    setBusy(true);
    try {
      const document = await call('newsletter/export', { letter });
      save(document, addressOf(document));
    } catch (error) {
      toast(say(asApiError(error)));
    } finally {
      setBusy(false);
    }
  }
  const choices: [NewsletterLetter | null, string][] = [
    [null, t({ context: 'newsletter', message: 'All newsletters' })],
    ['shop', letters.shop],
    ['brand', letters.brand],
    ['partner', letters.partner],
  ];
  return (
    <Menu
      label={t`Export as CSV`}
      trigger={
        <Button icon="download" isDisabled={isDisabled} isPending={isBusy}>
          {isBusy ? t`Exporting…` : t`Export as CSV`}
        </Button>
      }
      actions={choices.map(([letter, label]) => ({
        id: letter ?? 'all',
        label,
        onAction: () => void write(letter),
      }))}
    />
  );
}
