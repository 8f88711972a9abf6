/** A customer's orders, newest first: a table whose rows are cards on narrow screens. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderSummary } from '../api/types';
import { useCall } from '../api/useCall';
import { accountUrls } from '../domain/accountUrls';
import { pageArgs } from '../domain/listQuery';
import { urls } from '../domain/urls';
import { ButtonLink } from '../parts/Button';
import { EmptyState, LoadError, Region, Skeleton, SlowNotice } from '../parts/Feedback';
import { Link } from '../parts/Link';
import { LoadMore } from '../parts/LoadMore';
import { OrderStatus } from '../parts/OrderStatus';
import { useFormat } from '../state/i18n';
import { usePages } from '../state/pagination';
import { useLang } from '../state/site';
import { useTimestampFormat } from '../state/timestampFormat';
import styles from './OrderList.module.css';

export interface OrderListProps {
  /** From the URL, starting at 1. */
  page: number;
  /** Label of the table. */
  label: string;
  /** As a section of a page: an empty list is one sentence. */
  compact?: boolean;
}

export function OrderList({ page, label, compact }: OrderListProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { data, error, loading, slow, retry, cancel } = useCall('order/index', pageArgs(page));
  const more = usePages('order/index', pageArgs, page, data, (order) => order.order_number);
  const { items } = more;

  return (
    <Region busy={loading}>
      {error && !data && <LoadError error={error} onRetry={retry} />}
      {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
      {!data && loading && <Skeleton lines={6} />}
      {data && items.length === 0 && compact && (
        <p>
          <Trans>No orders yet. Orders you place while logged in appear here, each with its status.</Trans>
        </p>
      )}
      {data && items.length === 0 && !compact && (
        <EmptyState
          title={t`No orders yet`}
          actions={<ButtonLink href={urls.home(lang)} variant="secondary">{t`Discover the boutique`}</ButtonLink>}
        >
          <p>
            <Trans>Orders you place while logged in appear here, each with its status.</Trans>
          </p>
        </EmptyState>
      )}
      {data && page > 1 && (
        <p className={styles.newer}>
          <Link href={accountUrls.orders(lang, page - 1)}>{t`Newer orders`}</Link>
        </p>
      )}
      {items.length > 0 && <OrderRows items={items} label={label} />}
      {more.error && <LoadError error={more.error} onRetry={more.fetch} />}
      {data && data.total > data.per_page && (
        <LoadMore shown={more.shown} total={data.total} busy={more.busy} onMore={more.fetch} />
      )}
    </Region>
  );
}

/** Rows only, for orders that are loaded already. */
export function OrderRows({ items, label }: { items: OrderSummary[]; label: string }) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const names = { order: t`Order`, date: t`Date`, status: t`Status`, total: t`Total` };
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{names.order}</th>
          <th scope="col">{names.date}</th>
          <th scope="col">{names.status}</th>
          <th scope="col" className={styles.sum}>
            {names.total}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((order) => {
          const number = order.order_number;
          const count = order.total_qty;
          return (
            <tr key={number} className={styles.row}>
              <th scope="row" className={styles.order}>
                <Link href={accountUrls.order(lang, number)} className={styles.number} aria-label={t`Order ${number}`}>
                  {number}
                </Link>
                <span className={styles.names}>{format.list(order.names)}</span>
              </th>
              <td className={styles.date}>{timestamps.momentDate(order.created_at)}</td>
              <td className={styles.status}>
                <OrderStatus status={order.status} label={order.status_label} />
              </td>
              <td className={styles.sum}>
                <span className={styles.amount}>{format.money(order.total, order.currency)}</span>
                <span className={styles.names}>{t`${plural(count, { one: '# item', other: '# items' })}`}</span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
