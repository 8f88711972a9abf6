/** What of the order comes back, or has. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useReturnsOf } from '../../api/returns';
import type { OrderDetail } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { Section } from '../../parts/Page';
import { toneOf, useReturnSteps } from '../../parts/returnNames';
import { useFormat } from '../../parts/text';
import styles from './Side.module.css';

/** Only of an order of which something was sent. */
export function Returns({ order }: { order: OrderDetail }) {
  return order.shipments.length > 0 ? <Shown number={order.number} /> : null;
}

function Shown({ number }: { number: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const steps = useReturnSteps();
  const { data } = useReturnsOf(number);
  if (!data || (data.items.length === 0 && !data.can_announce && !data.can_arrive)) return null;
  return (
    <Section id="order-returns" title={t`Returns`}>
      <ul className={styles.list}>
        {data.items.map((of) => {
          const day = of.due_at ? format.date(Date.parse(of.due_at)) : '';
          return (
            <li key={of.number} className={styles.invoice}>
              <Link href={`/orders/returns/${of.number}`} translate="no">
                {of.number}
              </Link>
              <Badge tone={toneOf(of)}>{of.never_came ? t`Never came` : steps[of.step]}</Badge>
              {day && (
                <span className={of.is_overdue ? styles.error : styles.quiet}>
                  {of.is_overdue ? t`Refund overdue since ${day}` : t`Refund due by ${day}`}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {(data.can_announce || data.can_arrive) && (
        <p className={styles.more}>
          <Link href={`/orders/returns/new?order=${number}`}>{t`New return…`}</Link>
        </p>
      )}
    </Section>
  );
}
