/** Totals of a cart or an order. All amounts come from the server. */

import { useLingui } from '@lingui/react/macro';
import type { Amount, Totals } from '../api/types';
import { isZero } from '../domain/money';
import { useFormat } from '../state/i18n';
import styles from './OrderSummary.module.css';

export interface OrderSummaryProps {
  totals: Totals;
  /** Shipping is estimated for the default country. */
  estimated?: boolean;
  /** Percentage of the employee price. */
  employeePercent?: number;
  /** Also shows the amounts without VAT. */
  withNet?: boolean;
  /** Refunded amount, including pending refunds. */
  refunded?: Amount;
}

export function OrderSummary({
  totals,
  estimated,
  employeePercent = 30,
  withNet,
  refunded = '0.00',
}: OrderSummaryProps) {
  const { t } = useLingui();
  const format = useFormat();
  const sum = (amount: string) => format.money(amount, totals.currency);
  const less = (amount: string) => sum(`-${amount}`);
  const off = format.percent(employeePercent);
  const rows: { name: string; value: string; tone?: 'less' | 'net' }[] = [
    { name: t`Subtotal`, value: sum(totals.subtotal_incl_tax) },
  ];
  if (withNet && totals.subtotal_excl_tax !== totals.subtotal_incl_tax)
    rows.push({ name: t`without VAT`, value: sum(totals.subtotal_excl_tax), tone: 'net' });
  if (!isZero(totals.discount_amount)) {
    rows.push({ name: t`Employee price −${off}`, value: less(totals.discount_amount), tone: 'less' });
  }
  rows.push({ name: estimated ? t`Shipping (estimate)` : t`Shipping charge`, value: sum(totals.shipping_amount) });
  if (!isZero(totals.shipping_discount)) {
    rows.push({ name: t`Complimentary shipping`, value: less(totals.shipping_discount) });
  }
  return (
    <dl className={styles.sums}>
      {rows.map(({ name, value, tone }) => (
        <div key={name} className={styles.row} data-tone={tone}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={`${styles.row} ${styles.total}`}>
        <dt>{t`Total`}</dt>
        <dd>{sum(totals.total)}</dd>
      </div>
      <div className={`${styles.row} ${styles.tax}`}>
        <dt>{t`VAT included`}</dt>
        <dd>{sum(totals.tax_amount)}</dd>
      </div>
      {!isZero(refunded) && (
        <div className={styles.row}>
          <dt>{t`Refunded`}</dt>
          <dd>{less(refunded)}</dd>
        </div>
      )}
    </dl>
  );
}
