/** Events of an order, oldest first, and the next expected one. */

import { useLingui } from '@lingui/react/macro';
import type { OrderDetail } from '../../api/types';
import { NoWrap } from '../../parts/NoWrap';
import { OrderStatus } from '../../parts/OrderStatus';
import { useFormat } from '../../state/i18n';
import { useTimestampFormat } from '../../state/timestampFormat';
import styles from './OrderDetailScreen.module.css';

export function Timeline({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const timestamps = useTimestampFormat();
  const { history, status } = order;
  const isOnItsWay = status !== 'complete' && status !== 'canceled' && status !== 'closed';
  const dates = format.dateRange(order.delivery.from, order.delivery.to);
  return (
    <section aria-labelledby="order-timeline">
      <h2 id="order-timeline" className="visually-hidden">{t`State of the order`}</h2>
      <ol className={styles.timeline}>
        {history.map((step, at) => (
          <li key={step.at} aria-current={at === history.length - 1 ? 'step' : undefined}>
            <OrderStatus status={step.status} label={step.status_label} />
            <time dateTime={step.at}>{timestamps.momentDate(step.at)}</time>
          </li>
        ))}
        {isOnItsWay && (
          <li className={styles.next}>
            <span>{t`Expected delivery`}</span>
            <span>
              <NoWrap>{dates}</NoWrap>
            </span>
          </li>
        )}
      </ol>
    </section>
  );
}
