/** All customers: accounts and guests, searched, filtered, opened. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef } from 'react';
import { useSearch, useSearchParams } from 'wouter';
import { useCustomers } from '../../api/customers';
import type { CustomerFilter, CustomerRow } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { CustomerTabs } from '../../parts/CustomerTabs';
import { EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { ShowChanges } from '../../parts/Live';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { useSteady } from '../../parts/steady';
import { useFormat } from '../../parts/text';
import { trail } from '../../parts/trail';
import styles from './CustomersScreen.module.css';
import { CustomersTable, useColumnNames } from './CustomersTable';
import { COLUMNS, filtersOf, isFiltered, PLAIN, readView, type View, writeView } from './view';

const keyOf = ({ key }: CustomerRow) => key;

export default function CustomersScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const search = useSearch();
  const [, setParams] = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const filters = useMemo(() => filtersOf(view), [view]);
  const pages = useCustomers(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;
  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const clear = () => change({ ...PLAIN, sort: view.sort, hide: view.hide });

  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));

  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = JSON.stringify(filters);
  const { rows: customers, ...live } = useSteady({ rows: read, keyOf, list, isPlaceholder: isPlaceholderData });
  const keys = useMemo(() => customers.map(keyOf), [customers]);
  useReturn(keys);

  const first = data?.pages[0];
  const count = first?.count ?? 0;
  const all = format.number(count);
  const shown = format.number(customers.length);
  const hasFilter = isFiltered(view);
  // Of an accounts' search what it finds among the guests is one press away.
  const guests = first?.guests ?? 0;
  const guestsFound = t`${plural(guests, { one: 'Show # guest who matches', other: 'Show # guests who match' })}`;
  const views = useListViews({
    list: 'customers',
    path: '/customers',
    whole: t`All accounts`,
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(new URLSearchParams(search), writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  const columnNames = useColumnNames();
  const options: { value: CustomerFilter; label: string }[] = [
    { value: 'ordered', label: t`Have ordered` },
    { value: 'subscribed', label: t`Get the newsletter` },
    { value: 'deletion', label: t`Deletion asked for` },
    { value: 'guests', label: t`Guests without an account` },
  ];
  return (
    <Page title={t({ context: 'screen', message: 'Customers' })} actions={views.menu}>
      <CustomerTabs at="customers" />
      <div className={styles.tools}>
        {views.tabs}
        <Search
          label={t`Search customers`}
          placeholder={t`Name, email address, member card, order…`}
          value={view.q}
          onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
        />
        <Chips
          label={t`Filters`}
          options={options}
          chosen={view.filter === 'all' ? [] : [view.filter]}
          onChange={(chosen) => change({ filter: chosen.at(-1) ?? 'all' })}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data && customers.length === 0 && (
        <EmptyState
          title={hasFilter ? (guests > 0 ? t`No account matches` : t`No customer matches`) : t`No accounts yet`}
          actions={
            hasFilter && (
              <>
                {guests > 0 && (
                  <Button variant="primary" onPress={() => change({ filter: 'guests' })}>
                    {guestsFound}
                  </Button>
                )}
                <Button onPress={clear}>{t`Clear search and filters`}</Button>
              </>
            )
          }
        >
          {hasFilter ? (
            <Trans>
              The search looks for the beginnings of words in names, mail addresses, member cards and the numbers of
              orders. Whoever has ordered without an account is found among the guests.
            </Trans>
          ) : (
            <Trans>
              Whoever registers in the shop appears here at once. Guests who order without an account have a filter of
              their own.
            </Trans>
          )}
        </EmptyState>
      )}
      {customers.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Results`}>
          <div className={styles.count}>
            <p role="status">
              {first?.is_more ? (
                <Trans>More than {all} customers</Trans>
              ) : (
                <Plural value={count} one="# customer" other="# customers" />
              )}
            </p>
            {guests > 0 && (
              <Button small variant="quiet" onPress={() => change({ filter: 'guests' })}>
                {guestsFound}
              </Button>
            )}
            {hasFilter && <Button small variant="quiet" onPress={clear}>{t`Clear search and filters`}</Button>}
            <ShowChanges count={live.waiting} onShow={live.show} />
            <span className={styles.columns}>
              <ColumnsMenu
                columns={COLUMNS.map((value) => ({ value, label: columnNames[value] }))}
                hidden={view.hide}
                onChange={(hide) => change({ hide, pages: view.pages })}
              />
            </span>
          </div>
          <CustomersTable
            customers={customers}
            markOf={live.markOf}
            sort={view.sort}
            hide={view.hide}
            onSort={(sort) => change({ sort })}
          />
          {error && <OutOfDate />}
          {hasNextPage && (
            <div className={styles.more}>
              <Button isPending={isFetchingNextPage} onPress={showMore}>
                {isFetchingNextPage ? t`Loading…` : t`Show more`}
              </Button>
              <span>{first?.is_more ? t`${shown} shown` : t`${shown} of ${all} shown`}</span>
            </div>
          )}
        </section>
      )}
    </Page>
  );
}

/** On the way back the row that was opened has focus. */
function useReturn(keys: string[]) {
  const opened = useRef(trail.get().opened);
  useEffect(() => {
    if (!opened.current || keys.length === 0) return;
    const row = document.getElementById(`customer-${opened.current}`);
    opened.current = undefined;
    trail.set({ ...trail.get(), opened: undefined });
    row?.focus();
    row?.scrollIntoView({ block: 'center' });
  }, [keys]);
}
