/** A customer's order: status, items, payment, available actions. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { OrderDetail } from '../../api/types';
import { useCall } from '../../api/useCall';
import { accountUrls } from '../../domain/accountUrls';
import { isZero } from '../../domain/money';
import { serviceUrls } from '../../domain/serviceUrls';
import { queryValue, urls } from '../../domain/urls';
import { AccountFrame } from '../../layout/AccountFrame';
import { DoneNotice } from '../../layout/DoneNotice';
import { later } from '../../layout/Later';
import { NotFound } from '../../layout/NotFound';
import { CancelOrder } from '../../layout/order/CancelOrder';
import { CancelForm } from '../../layout/order/CancelPage';
import type { OrderAgainProps } from '../../layout/order/OrderAgain';
import { PayAgain } from '../../layout/order/PayAgain';
import { TaxReceipt } from '../../layout/order/TaxReceipt';
import { Button, ButtonLink } from '../../parts/Button';
import { LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { Instructions } from '../../parts/Instructions';
import { Invoices } from '../../parts/Invoices';
import { Link } from '../../parts/Link';
import { OrderDetails } from '../../parts/OrderDetails';
import { Scriptless } from '../../parts/Scriptless';
import { Shipments } from '../../parts/Shipments';
import { useFormat, useMessageText } from '../../state/i18n';
import { focusHeading, usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import styles from './OrderDetailScreen.module.css';
import { Timeline } from './Timeline';

const OrderAgain = later<OrderAgainProps>('OrderAgain');

export default function OrderDetailScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const timestamps = useTimestampFormat();
  const number = queryValue(search, 'order_number');
  const { data, error, loading, slow, retry, cancel } = useCall('order/view', { order_number: number });
  const [changed, setChanged] = useState<OrderDetail>();
  const order = changed ?? data;
  const title = t`Order ${number}`;
  const date = order ? timestamps.momentDate(order.created_at) : '';
  usePage({ title, noindex: true });
  // The pressed button was removed, and the notice is at the top.
  useEffect(() => {
    if (changed) focusHeading();
  }, [changed]);

  if (!order && error?.id === 'order.not_found') return <NotFound reason={say(error)} />;
  return (
    <AccountFrame
      part="orders"
      title={title}
      parent={{ name: t`Your orders`, href: accountUrls.orders(lang) }}
      intro={order && <p>{t`Ordered on ${date}`}</p>}
    >
      <Region busy={loading}>
        {error && !order && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {!order && loading && (
          <div className={styles.waiting}>
            <Skeleton lines={2} />
            <Skeleton shape="block" />
          </div>
        )}
      </Region>
      {order && (
        <Order
          order={order}
          onChange={setChanged}
          onReload={() => {
            setChanged(undefined);
            retry();
          }}
        />
      )}
    </AccountFrame>
  );
}

interface OrderProps {
  order: OrderDetail;
  onChange: (order: OrderDetail) => void;
  /** The order has changed and must be reloaded. */
  onReload: () => void;
}

function Order({ order, onChange, onReload }: OrderProps) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const lastDay = order.withdraw_until ? format.date(order.withdraw_until) : '';
  const isOver = order.status === 'canceled' || order.status === 'closed';
  return (
    <div className={styles.order}>
      <Scriptless>
        {import.meta.env.SSR && (
          <>
            {order.status === 'canceled' && <DoneNotice of={{ canceled: 'order.canceled' }} />}
            <CancelForm
              number={order.order_number}
              order={{ order_number: order.order_number }}
              isOffered={order.can_cancel}
            />
          </>
        )}
      </Scriptless>
      <Timeline order={order} />
      {isOver && <ClosedOrder order={order} />}
      {order.instructions && (
        <Instructions instructions={order.instructions} isSurcharge={Boolean(order.added_to?.carrier)} />
      )}
      {order.is_delayed && <Delayed order={order} />}
      {order.payment_methods.length > 0 && <PendingPayment order={order} onChanged={onReload} />}
      <Shipments order={order} />
      <OrderDetails order={order} withNet />
      <TaxReceipt key={order.status} orderNumber={order.order_number} primed />
      <footer className={styles.foot}>
        <div className={styles.withdraw}>
          {!isOver && (
            <>
              <p className="small">
                {lastDay ? (
                  <Trans>
                    You may <Link href={urls.help(lang, 'returns')}>change your mind</Link> until {lastDay}.
                  </Trans>
                ) : (
                  <Trans>
                    You have 14 days from delivery to <Link href={urls.help(lang, 'returns')}>change your mind</Link>.
                  </Trans>
                )}
              </p>
              <p>
                <Link href={serviceUrls.withdraw(lang, { order_number: order.order_number })}>
                  {t`Withdraw from contract here`}
                </Link>
              </p>
            </>
          )}
        </div>
        <div className={styles.actions}>
          {order.can_cancel && (
            <CancelOrder
              number={order.order_number}
              order={{ order_number: order.order_number }}
              onCanceled={onChange}
            />
          )}
          {!order.added_to && <OrderAgain order={{ order_number: order.order_number }} />}
          <Invoices invoices={order.invoices} />
          <Button variant="secondary" className={styles.scripted} onClick={() => window.print()}>
            <Icon name="print" size={18} />
            <span>{t`Print`}</span>
          </Button>
        </div>
      </footer>
    </div>
  );
}

/** Refund of a closed order, and next steps. */
function ClosedOrder({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const amount = format.money(order.refunded_amount, order.totals.currency);
  const isRefundDue = !isZero(order.refunded_amount);
  return (
    <section className={styles.ending} aria-label={t`Payment`}>
      <p>
        {isRefundDue
          ? t`${amount} is paid back to you by the way you paid. Depending on your bank, it shows within five to ten days.`
          : t`Nothing is owed. If you have paid since, we will refund you.`}
      </p>
      <ButtonLink href={urls.home(lang)} variant="secondary">{t`Continue shopping`}</ButtonLink>
    </section>
  );
}

/** What is known of a payment that takes days. */
function Delayed({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const timestamps = useTimestampFormat();
  const until = order.hold_until ? timestamps.momentDate(order.hold_until) : '';
  return (
    <Notice tone="info" title={t`Your payment is on its way and takes a few working days.`}>
      <p>{t`Until then we hold the goods for you, at the longest until ${until}. Please do not order again.`}</p>
    </Notice>
  );
}

/** Payment options of a pending order. */
function PendingPayment({ order, onChanged }: { order: OrderDetail; onChanged: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const isOnline = order.status === 'pending';
  // When money may have moved, no action that could charge twice. A declined payment is uncertain too, but has methods.
  if (order.outcome === 'uncertain' && order.payment_methods.length === 0) {
    return <Notice tone="warning" title={say({ id: 'payment.uncertain' })} />;
  }
  return (
    <section className={styles.paying} aria-labelledby="order-paying">
      <h2 id="order-paying" className="subheading">
        {isOnline ? t`This order is not paid yet` : t`You would rather pay another way?`}
      </h2>
      <PayAgain order={order} again={isOnline ? t`Pay now` : undefined} onChanged={onChanged} />
    </section>
  );
}
