/** Shipments of an order, with carrier and tracking. */

import { useLingui } from '@lingui/react/macro';
import type { PaymentResult } from '../api/types';
import { useTimestampFormat } from '../state/timestampFormat';
import { Icon } from './Icon';
import styles from './Shipments.module.css';

export function Shipments({ order }: { order: Pick<PaymentResult, 'shipments' | 'items' | 'status'> }) {
  const { t } = useLingui();
  const moments = useTimestampFormat();
  const { shipments } = order;
  if (shipments.length === 0) return null;
  const sum = (list: { qty: number }[]) => list.reduce((all, { qty }) => all + qty, 0);
  const isPart = order.status === 'processing' && sum(shipments.flatMap(({ items }) => items)) < sum(order.items);
  const last = shipments.length;
  return (
    <section className={styles.shipments} aria-labelledby="order-parcels">
      <h2 id="order-parcels" className="subheading">
        {last > 1 ? t`Your parcels` : t`Your parcel`}
      </h2>
      <ul className={styles.list}>
        {shipments.map((shipment, at) => {
          const number = at + 1;
          const date = moments.momentDate(shipment.shipped_at);
          const carrier = shipment.carrier_label;
          return (
            <li key={shipment.id} className={styles.shipment}>
              <h3 className={styles.name}>{last > 1 ? t`Parcel ${number}` : carrier}</h3>
              <p className={styles.sent}>{last > 1 ? t`${carrier}, sent on ${date}` : t`Sent on ${date}`}</p>
              <ul className={styles.goods}>
                {shipment.items.map((item) => {
                  const { name, qty } = item;
                  return <li key={item.sku}>{t`${qty} × ${name}`}</li>;
                })}
              </ul>
              {shipment.tracking && (
                <p className={styles.tracking}>
                  <span>{t`Tracking number`}</span>{' '}
                  {shipment.tracking_url ? (
                    <a href={shipment.tracking_url} target="_blank" rel="noopener noreferrer">
                      <span className="numbers">{shipment.tracking}</span>
                      <Icon name="external" size={16} />
                      <span className="visually-hidden">{t`Track parcel, opens a new window`}</span>
                    </a>
                  ) : (
                    <span className="numbers">{shipment.tracking}</span>
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {isPart && (
        <p className={styles.rest}>{t`What is not listed here follows in another parcel, at no extra cost.`}</p>
      )}
    </section>
  );
}
