/** Rows of orders; cards on narrow screens. `j` and `k` move between them, `x` selects, Enter opens. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { OrderRow } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { ChangeMark } from '../../parts/Live';
import { OrderStatus } from '../../parts/OrderStatus';
import { useOrderNames } from '../../parts/orderNames';
import { AllCheck, RowCheck } from '../../parts/RowCheck';
import type { useSelection } from '../../parts/selection';
import type { Mark } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { trail } from '../../parts/trail';
import styles from './OrdersScreen.module.css';
import type { Column, View } from './view';

interface Props {
  orders: readonly OrderRow[];
  markOf: (number: string) => Mark | undefined;
  selection: ReturnType<typeof useSelection>;
  sort: View['sort'];
  hide: readonly Column[];
  onSort: (sort: View['sort']) => void;
}

export function useColumnNames(): Record<Column, string> {
  const { t } = useLingui();
  return {
    customer: t`Customer`,
    status: t`Status`,
    payment: t`Payment`,
    pieces: t`Pieces`,
    total: t`Total`,
    placed: t`Placed`,
  };
}

export function OrdersTable({ orders, markOf, selection, sort, hide, onSort }: Props) {
  const { t } = useLingui();
  const names = useColumnNames();
  const has = (column: Column) => !hide.includes(column);
  return (
    <table className={`${table.table} ${table.wide} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col" className={table.check}>
            <AllCheck
              label={t`Select all rows`}
              chosen={selection.chosen.length}
              of={orders.length}
              onChange={selection.all}
            />
          </th>
          <th scope="col">{t`Order`}</th>
          {has('customer') && <th scope="col">{names.customer}</th>}
          {has('status') && <th scope="col">{names.status}</th>}
          {has('payment') && (
            <th scope="col" className={styles.method}>
              {names.payment}
            </th>
          )}
          {has('pieces') && (
            <th scope="col" className={`${table.end} ${styles.pieces}`}>
              {names.pieces}
            </th>
          )}
          {has('total') && (
            <th scope="col" className={table.end}>
              {names.total}
            </th>
          )}
          {has('placed') && (
            <th scope="col" className={table.end} aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
              <button
                type="button"
                className={styles.sort}
                data-sort={sort}
                onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
              >
                {names.placed}
                <Icon name="chevron-down" size={16} />
              </button>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row
            key={order.number}
            order={order}
            mark={markOf(order.number)}
            has={has}
            isSelected={selection.has(order.number)}
            onSelect={(reach) => selection.toggle(order.number, reach)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  order: OrderRow;
  mark: Mark | undefined;
  has: (column: Column) => boolean;
  isSelected: boolean;
  onSelect: (reach: boolean) => void;
}

function Row({ order, mark, has, isSelected, onSelect }: RowProps) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const { number, name, email, country, pieces, total, currency, status } = order;
  const placed = Date.parse(order.placed_at);
  return (
    <tr className={`${table.row} ${styles.row}`} data-selected={isSelected ? '' : undefined} data-mark={mark}>
      <td className={`${table.check} ${styles.check}`}>
        <RowCheck label={t`Select ${number}`} checked={isSelected} onChange={onSelect} />
      </td>
      <th scope="row" className={styles.number}>
        <Link
          id={`order-${number}`}
          className={table.opens}
          href={`/orders/${number}`}
          data-row=""
          onClick={() => trail.set({ ...trail.get(), opened: number })}
        >
          {number}
        </Link>
        <ChangeMark mark={mark} />
      </th>
      {has('customer') && (
        <td className={styles.customer}>
          <span className={styles.name}>{name}</span>
          <span className={styles.quiet}>
            {format.country(country)}
            <span className={styles.email}> · {email}</span>
          </span>
        </td>
      )}
      {has('status') && (
        <td className={styles.status}>
          <OrderStatus status={status} isCollected={order.shipping_method === 'pickup'} />
          {order.channel === 'telephone' && <Badge tone="neutral">{t`By telephone`}</Badge>}
          {order.awaiting_confirmation && <Badge tone="warning">{t`Not yet confirmed by mail`}</Badge>}
        </td>
      )}
      {has('payment') && <td className={styles.method}>{names.method(order.payment_method)}</td>}
      {has('pieces') && <td className={`${table.end} ${styles.pieces}`}>{format.number(pieces)}</td>}
      {has('total') && <td className={`${table.end} ${styles.total}`}>{format.money(total, currency)}</td>}
      {has('placed') && (
        <td className={`${table.end} ${styles.placed}`}>
          <time dateTime={order.placed_at} title={format.time(placed)}>
            {format.shortTime(placed)}
          </time>
        </td>
      )}
    </tr>
  );
}
