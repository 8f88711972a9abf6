/** Orders that belong together: what was added by telephone, and what it was added to. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { LinkedOrder, OrderDetail } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { OrderStatus } from '../../parts/OrderStatus';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './Side.module.css';

export function Linked({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const { added_to: first, additions } = order;
  if (!first && additions.length === 0) return null;
  return (
    <Section id="order-linked" title={t`Linked orders`}>
      {first && (
        <>
          <p className={styles.quiet}>
            {first.carrier ? (
              <Trans>Surcharge for another carrier of this order:</Trans>
            ) : first.ships_along ? (
              <Trans>Added by telephone to this order; travels in its parcel, at no charge:</Trans>
            ) : (
              <Trans>Added by telephone to this order:</Trans>
            )}
          </p>
          <ul className={styles.list}>
            <Other order={first} />
          </ul>
        </>
      )}
      {additions.length > 0 && (
        <>
          <p className={styles.quiet}>
            <Trans>Added to it by telephone:</Trans>
          </p>
          <ul className={styles.list}>
            {additions.map((addition) => (
              <Other key={addition.number} order={addition} isAddition />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Other({ order, isAddition }: { order: LinkedOrder; isAddition?: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const { carrier } = order;
  return (
    <li>
      <p className={styles.title}>
        <Link href={`/orders/${order.number}`}>{order.number}</Link>
      </p>
      <p>
        <OrderStatus status={order.status} />
      </p>
      <p className={styles.quiet}>
        {format.money(order.total, order.currency)}
        {isAddition && order.ships_along && (
          <> · {carrier ? t`surcharge for ${carrier}` : t`travels in the same parcel`}</>
        )}
      </p>
    </li>
  );
}

/** The parcel waits: the customer was offered a dearer carrier, and has not paid for it yet. */
export function AwaitedSurcharge({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const awaited = order.additions.find(({ carrier, status }) => carrier && status.startsWith('pending'));
  if (!awaited) return null;
  const { number, carrier } = awaited;
  const amount = format.money(awaited.total, awaited.currency);
  return (
    <Notice
      tone="warning"
      title={t`Waits for the surcharge for ${carrier}`}
      actions={<Link href={`/orders/${number}`}>{t`To the surcharge ${number}`}</Link>}
    >
      <Trans>
        The customer was asked for {amount}. Once that is paid, the carrier changes and the parcel can leave; if it is
        to leave before, cancel the surcharge.
      </Trans>
    </Notice>
  );
}
