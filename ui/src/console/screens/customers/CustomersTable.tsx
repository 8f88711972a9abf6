/** Rows of customers; cards on narrow screens. `j` and `k` move between them, Enter opens. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { CustomerRow } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { ChangeMark } from '../../parts/Live';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import type { Mark } from '../../parts/steady';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import { trail } from '../../parts/trail';
import styles from './CustomersScreen.module.css';
import type { Column, View } from './view';

interface Props {
  customers: readonly CustomerRow[];
  markOf: (key: string) => Mark | undefined;
  sort: View['sort'];
  hide: readonly Column[];
  onSort: (sort: View['sort']) => void;
}

export function useColumnNames(): Record<Column, string> {
  const { t } = useLingui();
  return {
    email: t`Email address`,
    orders: t`Orders`,
    newsletter: t`Newsletter`,
    language: t`Language`,
    since: t`Since`,
  };
}

export function CustomersTable({ customers, markOf, sort, hide, onSort }: Props) {
  const { t } = useLingui();
  const names = useColumnNames();
  const has = (column: Column) => !hide.includes(column);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t`Customer`}</th>
          {has('email') && <th scope="col">{names.email}</th>}
          {has('orders') && (
            <th scope="col" className={table.end}>
              {names.orders}
            </th>
          )}
          {has('newsletter') && <th scope="col">{names.newsletter}</th>}
          {has('language') && <th scope="col">{names.language}</th>}
          {has('since') && (
            <th scope="col" className={table.end} aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
              <button
                type="button"
                className={styles.sort}
                data-sort={sort}
                onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
              >
                {names.since}
                <Icon name="chevron-down" size={16} />
              </button>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <Row key={customer.key} customer={customer} mark={markOf(customer.key)} has={has} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  customer: CustomerRow;
  mark: Mark | undefined;
  has: (column: Column) => boolean;
}

function Row({ customer, mark, has }: RowProps) {
  const { t } = useLingui();
  const names = useColumnNames();
  const format = useFormat();
  const { key, name, email, orders, lang, account_id: account } = customer;
  const since = customer.created_at ?? customer.last_order_at;
  return (
    <tr className={`${table.row} ${styles.row}`} data-mark={mark}>
      <th scope="row" className={styles.name}>
        <Link
          id={`customer-${key}`}
          className={table.opens}
          href={`/customers/${key}`}
          data-row=""
          onClick={() => trail.set({ ...trail.get(), opened: key })}
        >
          {name || email}
        </Link>
        <ChangeMark mark={mark} />
        {customer.deletion_due_at && <Badge tone="warning">{t`Deletion asked for`}</Badge>}
        {account !== null && <Badge tone="neutral">{t`Has an account`}</Badge>}
      </th>
      {has('email') && (
        <td className={styles.email} translate="no">
          {email}
        </td>
      )}
      {has('orders') && (
        <td className={styles.number} data-label={names.orders}>
          {format.number(orders)}
        </td>
      )}
      {has('newsletter') && (
        <td data-label={names.newsletter}>
          {customer.is_subscribed ? t`Subscribed` : <span aria-hidden="true">–</span>}
        </td>
      )}
      {has('language') && (
        <td data-label={names.language} lang={LOCALES[lang]}>
          {LANGUAGE_NAMES[lang] ?? lang}
        </td>
      )}
      {has('since') && (
        <td className={`${styles.number} ${styles.since}`} data-label={names.since}>
          {since && <time dateTime={since}>{format.date(Date.parse(since))}</time>}
        </td>
      )}
    </tr>
  );
}
