/** What was ordered, and how its total comes about. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { OrderDetail, OrderDetailLine } from '../../api/types';
import { cents } from '../../parts/amount';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './Lines.module.css';

export function Lines({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const { totals, currency } = order;
  const money = (amount: string) => format.money(amount, currency);
  const less = (amount: string) => format.money(`-${amount}`, currency);
  return (
    <Section id="order-lines" title={t`Items`}>
      <ul className={styles.lines}>
        {order.lines.map((line) => (
          <Line key={line.position} line={line} currency={currency} isCollected={order.shipping_method === 'pickup'} />
        ))}
      </ul>
      <dl className={styles.totals}>
        <Row term={t`Subtotal`} value={money(totals.subtotal_incl_tax)} />
        {cents(totals.discount_amount) > 0 && <Row term={t`Discount`} value={less(totals.discount_amount)} />}
        <Row term={t({ context: 'cost', message: 'Shipping' })} value={money(totals.shipping_amount)} />
        {cents(totals.shipping_discount) > 0 && (
          <Row term={t`Discount on shipping`} value={less(totals.shipping_discount)} />
        )}
        <Row term={t`Total`} value={money(totals.total)} isSum />
        {totals.vat.map(({ rate, tax_amount: tax }) => {
          const percent = format.percent(rate);
          return <Row key={rate} term={t`VAT ${percent} included`} value={money(tax)} isQuiet />;
        })}
      </dl>
    </Section>
  );
}

function Row({ term, value, isSum, isQuiet }: { term: string; value: string; isSum?: boolean; isQuiet?: boolean }) {
  return (
    <div data-sum={isSum ? '' : undefined} data-quiet={isQuiet ? '' : undefined}>
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface LineProps {
  line: OrderDetailLine;
  currency: string;
  /** It is collected at the house, not sent. */
  isCollected: boolean;
}

function Line({ line, currency, isCollected }: LineProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, ordered_name: ordered, options, sku, qty, canceled, shipped, returned, image } = line;
  const before = qty + canceled;
  const states = [
    shipped > 0 && isCollected && t({ context: 'goods', message: 'handed over' }),
    shipped > 0 && !isCollected && (shipped === qty ? t`shipped` : t`${shipped} of ${qty} shipped`),
    canceled > 0 && (qty === 0 ? t`taken out` : t`${canceled} of ${before} taken out`),
    returned > 0 && (returned === qty ? t`returned` : t`${returned} of ${qty} returned`),
  ].filter((one): one is string => Boolean(one));
  const each = format.money(line.price, currency);
  return (
    <li className={styles.line} data-void={qty === 0 ? '' : undefined}>
      {image ? (
        <img className={styles.picture} src={image} alt="" width={48} height={60} loading="lazy" />
      ) : (
        <span className={styles.picture} />
      )}
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        {ordered !== name && (
          <p className={styles.quiet}>
            <Trans>Ordered as: {ordered}</Trans>
          </p>
        )}
        <p className={styles.quiet}>{[options, sku].filter(Boolean).join(' · ')}</p>
        {states.length > 0 && <p className={styles.state}>{format.list(states)}</p>}
      </div>
      <p className={styles.each}>
        {format.number(qty)} × {each}
      </p>
      <p className={styles.total}>{format.money(line.total, currency)}</p>
    </li>
  );
}
