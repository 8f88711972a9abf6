/** All orders: searched, filtered, sorted, and opened. */

import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { useOrders } from '../../api/orders';
import { useMay } from '../../api/queries';
import type { OrderRow } from '../../api/types';
import { AllMatching } from '../../parts/AllMatching';
import { Button } from '../../parts/Button';
import { ColumnsMenu } from '../../parts/ColumnsMenu';
import { EmptyState, LoadError, OutOfDate, Skeleton } from '../../parts/Feedback';
import { forgotten } from '../../parts/forgotten';
import { ShowChanges } from '../../parts/Live';
import { OrderTabs } from '../../parts/OrderTabs';
import { Page } from '../../parts/Page';
import { useShowMore } from '../../parts/pages';
import { useListViews } from '../../parts/SavedViews';
import { Search } from '../../parts/Search';
import { useSelection } from '../../parts/selection';
import { useSteady } from '../../parts/steady';
import { useFormat } from '../../parts/text';
import { trail } from '../../parts/trail';
import { Filters } from './Filters';
import styles from './OrdersScreen.module.css';
import { OrdersTable, useColumnNames } from './OrdersTable';
import { SelectionBar } from './SelectionBar';
import { COLUMNS, filtersOf, isFiltered, PLAIN, readView, type View, writeView } from './view';

const keyOf = ({ number }: OrderRow) => number;

export default function OrdersScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const search = useSearch();
  const [, go] = useLocation();
  const mayOrder = useMay('orders_change');
  const [, setParams] = useSearchParams();
  const view = useMemo(() => readView(new URLSearchParams(search)), [search]);
  const filters = useMemo(() => filtersOf(view), [view]);
  const pages = useOrders(filters);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isPlaceholderData } = pages;

  const change = (part: Partial<View>, options?: { replace: boolean }) =>
    setParams((now) => writeView({ ...readView(now), pages: 1, ...part }), options);
  const clear = () => change({ ...PLAIN, sort: view.sort, hide: view.hide });

  const showMore = useShowMore(view.pages, pages, (wanted) => change({ pages: wanted }, { replace: true }));

  const read = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const list = JSON.stringify(filters);
  const { rows: orders, ...live } = useSteady({ rows: read, keyOf, list, isPlaceholder: isPlaceholderData });
  const numbers = useMemo(() => orders.map(({ number }) => number), [orders]);
  const selection = useSelection(numbers, JSON.stringify(filters));
  useReturn(numbers, search);

  const first = data?.pages[0];
  const count = first?.count ?? 0;
  const shown = format.number(orders.length);
  const all = format.number(count);
  const hasFilter = isFiltered(view);
  const views = useListViews({
    list: 'orders',
    path: '/orders',
    whole: t`All orders`,
    query: writeView({ ...view, pages: 1 }).toString(),
    gone: forgotten(new URLSearchParams(search), writeView(view)),
    onOpen: (query) => setParams(new URLSearchParams(query), { replace: true }),
  });
  const columnNames = useColumnNames();
  const columns = COLUMNS.map((value) => ({ value, label: columnNames[value] }));

  return (
    <Page
      title={t`Orders`}
      actions={
        <>
          {views.menu}
          {mayOrder && (
            <Button variant="primary" icon="plus" onPress={() => go('/orders/new')}>
              {t`Order by telephone`}
            </Button>
          )}
        </>
      }
    >
      <OrderTabs at="orders" />
      <div className={styles.tools}>
        {views.tabs}
        <Filters view={view} onChange={change}>
          <Search
            label={t`Search orders`}
            placeholder={t`Name, number, SKU, amount, parcel…`}
            value={view.q}
            onSearch={(q) => q !== view.q && change({ q }, { replace: view.q !== '' })}
          />
        </Filters>
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {data && orders.length === 0 && (
        <EmptyState
          title={hasFilter ? t`No order matches` : t`No orders yet`}
          actions={hasFilter && <Button onPress={clear}>{t`Clear search and filters`}</Button>}
        >
          {hasFilter ? (
            <Trans>
              The search looks for the beginnings of words in numbers, names, mail addresses, SKUs, amounts, tracking
              numbers and payment references. Fewer words find more.
            </Trans>
          ) : (
            <Trans>
              Orders placed in the shop appear here at once. What has to be done with them stands on ‘Today’.
            </Trans>
          )}
        </EmptyState>
      )}
      {orders.length > 0 && (
        <section className={styles.list} data-stale={isPlaceholderData ? '' : undefined} aria-label={t`Results`}>
          <div className={styles.count}>
            <p role="status">
              {first?.is_more ? (
                <Trans>More than {all} orders</Trans>
              ) : (
                <Plural value={count} one="# order" other="# orders" />
              )}
            </p>
            {hasFilter && <Button small variant="quiet" onPress={clear}>{t`Clear search and filters`}</Button>}
            <ShowChanges count={live.waiting} onShow={live.show} />
            <span className={styles.all}>
              <Button small variant="quiet" onPress={selection.all}>
                {t`Select all`}
              </Button>
            </span>
            <span className={styles.columns}>
              <ColumnsMenu
                columns={columns}
                hidden={view.hide}
                onChange={(hide) => change({ hide, pages: view.pages })}
              />
            </span>
          </div>
          {selection.isWhole && count > orders.length && (
            <AllMatching
              shown={t`${plural(orders.length, { one: 'The only order shown is selected.', other: 'All # orders shown are selected.' })}`}
              all={
                first?.is_more ? t`All orders that match are selected.` : t`All ${all} orders that match are selected.`
              }
              isAll={selection.isAll}
              onAll={selection.takeAll}
              onClear={selection.clear}
            />
          )}
          <OrdersTable
            orders={orders}
            markOf={live.markOf}
            selection={selection}
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
          {selection.chosen.length > 0 && (
            <SelectionBar
              numbers={selection.chosen}
              all={selection.isAll ? { orders: filters } : undefined}
              count={selection.isAll && !first?.is_more ? count : undefined}
              onClear={selection.clear}
            />
          )}
        </section>
      )}
    </Page>
  );
}

/** Leaves word of the list for the order's page; on the way back the row that was opened has focus. */
function useReturn(numbers: string[], search: string) {
  const opened = useRef(trail.get().opened);
  useEffect(() => {
    trail.set({ list: search ? `/orders?${search}` : '/orders', numbers, opened: trail.get().opened });
    if (!opened.current || numbers.length === 0) return;
    const row = document.getElementById(`order-${opened.current}`);
    opened.current = undefined;
    trail.set({ ...trail.get(), opened: undefined });
    row?.focus();
    row?.scrollIntoView({ block: 'center' });
  }, [numbers, search]);
}
