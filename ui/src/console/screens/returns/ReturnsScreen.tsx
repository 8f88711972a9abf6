/** Goods that come back: what is expected, what lies in the house uninspected, what is to be refunded. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link, useSearch, useSearchParams } from 'wouter';
import { call } from '../../api/client';
import { useReturns } from '../../api/returns';
import type { ReturnRow, ReturnStep } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { ExportButton } from '../../parts/ExportButton';
import { Badge, EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { OrderTabs } from '../../parts/OrderTabs';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { RETURN_STEPS, toneOf, useReturnOrigins, useReturnSteps } from '../../parts/returnNames';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './ReturnsScreen.module.css';
import { filtersOf, isFiltered, PLAIN, readView, type View, writeView } from './view';

export default function ReturnsScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const steps = useReturnSteps();
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const pages = useReturns(filtersOf(view));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const first = data?.pages[0];
  const hasFilter = isFiltered(view);
  const views = useListViews({
    list: 'returns',
    path: '/orders/returns',
    whole: t`All returns`,
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(new URLSearchParams(search), writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  const counted = (name: string, count: number) => (count > 0 ? `${name} (${format.number(count)})` : name);
  const label = (step: ReturnStep) =>
    counted(steps[step], first && step !== 'closed' && step !== 'called_off' ? first[step] : 0);
  const options: { value: ReturnStep | 'owed' | 'overdue'; label: string }[] = [
    ...RETURN_STEPS.map((value) => ({ value, label: label(value) })),
    { value: 'owed', label: counted(t`To be refunded`, first?.owed ?? 0) },
    { value: 'overdue', label: counted(t`Goods overdue`, first?.overdue ?? 0) },
  ];
  const chosen = [view.step, view.owed && ('owed' as const), view.overdue && ('overdue' as const)].filter(
    (one) => one !== null && one !== false,
  );
  return (
    <Page
      title={t`Returns`}
      lead={t`Goods are announced, received, inspected and refunded. A withdrawal announces its return by itself.`}
      actions={
        <>
          {views.menu}
          <ExportButton ask={() => call('return/export', filtersOf(view))} isDisabled={items.length === 0} />
        </>
      }
    >
      <OrderTabs at="returns" />
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search returns`}
          placeholder={t`Number or name…`}
          value={view.q}
          onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
        />
        <Chips
          label={t`Filters`}
          options={options}
          chosen={chosen}
          onChange={(now) => {
            // One at a time: the one that is pressed takes the place of the other.
            const next = now.find((one) => !chosen.includes(one)) ?? null;
            const step = next === 'owed' || next === 'overdue' ? null : next;
            change({ step, owed: next === 'owed', overdue: next === 'overdue' });
          }}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && items.length === 0 && (
        <EmptyState
          title={hasFilter ? t`No return matches` : t`Nothing has come back yet`}
          actions={
            hasFilter && (
              <Button onPress={() => change({ ...PLAIN, oldest: view.oldest })}>{t`Clear search and filters`}</Button>
            )
          }
        >
          {hasFilter ? (
            <Trans>The search looks for the number of an order, a name, an email address or an item.</Trans>
          ) : (
            <Trans>Announce a return on the page of its order, or book there what came without a word.</Trans>
          )}
        </EmptyState>
      )}
      {items.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Results`}>
          <Returns items={items} />
          {error && <OutOfDate />}
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={showMore} />}
        </section>
      )}
    </Page>
  );
}

function Returns({ items }: { items: ReturnRow[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const steps = useReturnSteps();
  const origins = useReturnOrigins();
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t`Return`}</th>
          <th scope="col">{t`Customer`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col" className={table.end}>{t`Pieces`}</th>
          <th scope="col">{t({ context: 'return', message: 'How it came' })}</th>
          <th scope="col">{t`Refund`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((row) => (
          <tr key={row.number} className={table.row}>
            <th scope="row" translate="no">
              <Link className={table.opens} href={`/orders/returns/${row.number}`} data-row="">
                {row.number}
              </Link>
            </th>
            <td data-label={t`Customer`} translate="no" className={styles.name}>
              {row.name}
            </td>
            <td data-label={t`Status`}>
              <Badge tone={toneOf(row)}>{row.never_came ? t`Never came` : steps[row.step]}</Badge>
            </td>
            <td data-label={t`Pieces`} className={table.end}>
              {format.number(row.pieces)}
            </td>
            <td data-label={t({ context: 'return', message: 'How it came' })}>
              <span>
                {origins[row.origin]}
                <time className={table.quiet} dateTime={row.opened_at}>
                  {format.date(Date.parse(row.opened_at))}
                </time>
              </span>
            </td>
            <td data-label={t`Refund`}>
              <Money row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Money({ row }: { row: ReturnRow }) {
  const { t } = useLingui();
  const format = useFormat();
  if (row.refund !== null) {
    const since = row.overdue_since && format.date(Date.parse(row.overdue_since));
    return (
      <span>
        {format.money(row.refund, row.currency)}
        {since && <span className={`${table.quiet} ${styles.late}`}>{t`goods overdue since ${since}`}</span>}
      </span>
    );
  }
  if (!row.due_at) return <span aria-hidden="true">–</span>;
  const day = format.date(Date.parse(row.due_at));
  return (
    <span className={row.is_overdue ? styles.late : undefined}>
      {row.is_overdue ? t`overdue since ${day}` : t`due ${day}`}
      {row.may_withhold && <span className={table.quiet}>{t`may be withheld`}</span>}
    </span>
  );
}
