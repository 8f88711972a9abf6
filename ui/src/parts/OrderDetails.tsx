/** Items, totals and addresses of an order. */

import { useLingui } from '@lingui/react/macro';
import type { PaymentResult } from '../api/types';
import { isZero } from '../domain/money';
import { useFormat } from '../state/i18n';
import { useTimestampFormat } from '../state/timestampFormat';
import { Link } from './Link';
import { NoWrap } from './NoWrap';
import styles from './OrderDetails.module.css';
import { OrderSummary } from './OrderSummary';
import { Thumb } from './Thumb';

export function OrderDetails({ order, withNet }: { order: PaymentResult; withNet?: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const { totals, outcome } = order;
  const points = order.points ? format.number(order.points) : '';
  // An order that waits for its mailed link is not placed yet.
  const isComing =
    !order.awaiting_confirmation &&
    ((outcome === 'success' && order.status !== 'closed') ||
      outcome === 'pending_bank_transfer' ||
      outcome === 'pending_cheque');
  const isSame = order.shipping_lines.join('\n') === order.billing_lines.join('\n');
  const status =
    order.collection && order.status === 'shipped' ? t({ context: 'order', message: 'Collected' }) : order.status_label;
  const facts: { name: string; value: string; isLong?: boolean }[] = [
    { name: t`Date`, value: timestamps.momentDate(order.created_at) },
    { name: t`Status`, value: order.awaiting_confirmation ? t`Awaiting your confirmation` : status },
    { name: t`Email`, value: order.email, isLong: true },
    { name: t`Payment`, value: order.method_label },
    { name: t`Shipping`, value: order.shipping_method_label },
    ...(isComing
      ? [
          {
            name: order.collection ? t`Expected to be ready` : t`Expected delivery`,
            value: format.dateRange(order.delivery.from, order.delivery.to),
            isLong: true,
          },
        ]
      : []),
    // What was added by telephone, and what it was added to.
    ...(order.added_to
      ? [
          {
            name: order.added_to.carrier ? t`Surcharge for your order` : t`Added to your order`,
            value: order.added_to.order_number,
          },
        ]
      : []),
    ...(order.additions.length > 0 ? [{ name: t`Belongs with`, value: format.list(order.additions) }] : []),
    ...(points && isComing ? [{ name: t`Points`, value: t`${points} when the order is complete` }] : []),
  ];
  return (
    <section className={styles.details} aria-labelledby="result-order">
      <h2 id="result-order" className={styles.heading}>{t`Your order`}</h2>
      <div className={styles.columns}>
        <div className={styles.goods}>
          <ul className={styles.items}>
            {order.items.map((item) => {
              const count = item.qty;
              const discount = format.money(`-${item.discount_amount}`, totals.currency);
              return (
                <li key={item.sku} className={styles.item}>
                  <Thumb image={item.image} />
                  <div className={styles.text}>
                    <h3 className={`product-name ${styles.name}`}>
                      {item.url ? <Link href={item.url}>{item.name}</Link> : item.name}
                    </h3>
                    {item.options.map((option) => (
                      <p key={option.code} className="legal">
                        <NoWrap>{format.pair(option.name, option.label)}</NoWrap>
                      </p>
                    ))}
                    <p className="legal">{t`Quantity: ${count}`}</p>
                  </div>
                  <div className={styles.sum}>
                    <p>{format.money(item.line_total, totals.currency)}</p>
                    {!isZero(item.discount_amount) && <p className={styles.discount}>{discount}</p>}
                  </div>
                </li>
              );
            })}
          </ul>
          <div className={styles.totals}>
            <OrderSummary totals={totals} withNet={withNet} refunded={order.refunded_amount} />
          </div>
        </div>
        <div className={styles.aside}>
          <dl className={styles.facts}>
            {facts.map(({ name, value, isLong }) => (
              <div key={name} className={isLong ? styles.long : undefined}>
                <dt>
                  <NoWrap>{name}</NoWrap>
                </dt>
                <dd>
                  <NoWrap>{value}</NoWrap>
                </dd>
              </div>
            ))}
          </dl>
          <PostalAddress
            title={order.collection ? t`Collection at` : isSame ? t`Delivery and billing address` : t`Delivery address`}
            lines={order.shipping_lines}
          />
          {!isSame && <PostalAddress title={t`Billing address`} lines={order.billing_lines} />}
        </div>
      </div>
    </section>
  );
}

function PostalAddress({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3 className={styles.label}>{title}</h3>
      <address>
        {lines.map((line, at) => (
          <span key={at}>{line}</span>
        ))}
      </address>
    </div>
  );
}
