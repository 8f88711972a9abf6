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
import type { View } from './view';

interface Props {
  orders: readonly OrderRow[];
  markOf: (number: string) => Mark | undefined;
  selection: ReturnType<typeof useSelection>;
  sort: View['sort'];
  onSort: (sort: View['sort']) => void;
}

export function OrdersTable({ orders, markOf, selection, sort, onSort }: Props) {
  const { t } = useLingui();
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
          <th scope="col">{t`Customer`}</th>
          <th scope="col">{t`Status`}</th>
          <th scope="col">{t`Payment`}</th>
          <th scope="col" className={table.end}>{t`Pieces`}</th>
          <th scope="col" className={table.end}>{t`Total`}</th>
          <th scope="col" className={table.end} aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
            <button
              type="button"
              className={styles.sort}
              data-sort={sort}
              onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
            >
              {t`Placed`}
              <Icon name="chevron-down" size={16} />
            </button>
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row
            key={order.number}
            order={order}
            mark={markOf(order.number)}
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
  isSelected: boolean;
  onSelect: (reach: boolean) => void;
}

function Row({ order, mark, isSelected, onSelect }: RowProps) {
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
      <td className={styles.customer}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>
          {format.country(country)}
          <span className={styles.email}> · {email}</span>
        </span>
      </td>
      <td className={styles.status}>
        <OrderStatus status={status} />
        {order.awaiting_confirmation && <Badge tone="warning">{t`Not yet confirmed by mail`}</Badge>}
      </td>
      <td className={styles.method}>{names.method(order.payment_method)}</td>
      <td className={`${table.end} ${styles.pieces}`}>{format.number(pieces)}</td>
      <td className={`${table.end} ${styles.total}`}>{format.money(total, currency)}</td>
      <td className={`${table.end} ${styles.placed}`}>
        <time dateTime={order.placed_at} title={format.time(placed)}>
          {format.shortTime(placed)}
        </time>
      </td>
    </tr>
  );
}
