/** Money in and out: how the order stands, then each movement. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useMay } from '../../api/queries';
import type { OrderDetail, PaymentItem, RefundItem } from '../../api/types';
import { cents } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Badge } from '../../parts/Feedback';
import { useOrderNames } from '../../parts/orderNames';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './Money.module.css';
import { RefundByHandDialog, RefundMadeDialog } from './MoneyDialogs';
import { UnpayDialog } from './UnpayDialog';

export function Money({ order, isLocked }: { order: OrderDetail; isLocked: boolean }) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const money = (amount: string) => format.money(amount, order.currency);
  const isOpen = cents(order.outstanding) > 0;
  // Attempts that brought money are its payments.
  const attempts = order.attempts.filter(({ state }) => state !== 'paid');
  return (
    <Section id="order-money" title={t`Money`}>
      <dl className={styles.stand}>
        <div>
          <dt>{t`Total`}</dt>
          <dd>{money(order.totals.total)}</dd>
        </div>
        <div>
          <dt>{t`Paid`}</dt>
          <dd>{money(order.paid)}</dd>
        </div>
        {cents(order.refunded) > 0 && (
          <div>
            <dt>{t`Refunded`}</dt>
            <dd>{money(order.refunded)}</dd>
          </div>
        )}
        <div data-open={isOpen ? '' : undefined}>
          <dt>{t`Outstanding`}</dt>
          <dd>{money(order.outstanding)}</dd>
        </div>
      </dl>
      {order.payments.length + order.refunds.length + attempts.length > 0 && (
        <ul className={styles.moves}>
          {order.refunds.map((refund) => (
            <RefundMove key={refund.id} order={order} refund={refund} isLocked={isLocked} />
          ))}
          {order.payments.map((payment) => (
            <PaymentMove key={payment.id} order={order} payment={payment} isLocked={isLocked} />
          ))}
          {attempts.map(({ at, gateway, method, state, amount, reference }) => (
            <li key={`${at} ${reference}`} className={styles.move} data-void="">
              <div>
                <p className={styles.title}>{names.method(method)}</p>
                <p className={styles.quiet}>
                  {format.time(Date.parse(at))} · {gateway}
                </p>
              </div>
              <p className={styles.reference}>
                <Badge tone={state === 'uncertain' ? 'warning' : 'neutral'}>{names.attempt(state)}</Badge>
                {reference}
              </p>
              <p className={styles.amount}>{money(amount)}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function PaymentMove({ order, payment, isLocked }: { order: OrderDetail; payment: PaymentItem; isLocked: boolean }) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { at, method, amount, currency, reference, value_date: day, reversed_at: reversed } = payment;
  return (
    <li className={styles.move} data-void={reversed ? '' : undefined}>
      <div>
        <p className={styles.title}>{names.method(method)}</p>
        <p className={styles.quiet}>{day ? format.day(day) : format.date(Date.parse(at))}</p>
      </div>
      <div className={styles.reference}>
        {reversed && <Badge tone="neutral">{t`Taken back`}</Badge>}
        {reference && <p>{reference}</p>}
        {payment.can_take_back && (
          <div className={styles.undo}>
            <Button
              small
              variant="quiet"
              isDisabled={isLocked}
              onPress={() => setOpen(true)}
            >{t`Booked by mistake…`}</Button>
          </div>
        )}
      </div>
      <p className={styles.amount}>{format.money(amount, currency)}</p>
      {isOpen && <UnpayDialog order={order} payment={payment} onClose={() => setOpen(false)} />}
    </li>
  );
}

const TONES: Record<string, 'success' | 'warning' | 'error' | 'neutral'> = {
  done: 'success',
  failed: 'error',
  by_hand: 'warning',
};

function RefundMove({ order, refund, isLocked }: { order: OrderDetail; refund: RefundItem; isLocked: boolean }) {
  const { t } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  const mayBank = useMay('bank');
  const mayRefund = useMay('orders_refund');
  const [open, setOpen] = useState<'made' | 'by_hand'>();
  const { at, state, amount, reason, error } = refund;
  return (
    <li className={styles.move}>
      <div>
        <p className={styles.title}>{t`Refund`}</p>
        <p className={styles.quiet}>{format.date(Date.parse(at))}</p>
      </div>
      <div className={styles.reference}>
        <Badge tone={TONES[state] ?? 'neutral'}>{names.refund(state)}</Badge>
        {reason && <p>{names.reason(reason)}</p>}
        {error && <p className={styles.error}>{error}</p>}
        {state === 'by_hand' && mayBank && (
          <Button small isDisabled={isLocked} onPress={() => setOpen('made')}>{t`It is made…`}</Button>
        )}
        {refund.can_by_hand && mayRefund && (
          <Button small isDisabled={isLocked} onPress={() => setOpen('by_hand')}>{t`Make it by hand…`}</Button>
        )}
      </div>
      <p className={styles.amount}>{format.money(`-${amount}`, order.currency)}</p>
      {open === 'made' && <RefundMadeDialog order={order} refund={refund} onClose={() => setOpen(undefined)} />}
      {open === 'by_hand' && <RefundByHandDialog order={order} refund={refund} onClose={() => setOpen(undefined)} />}
    </li>
  );
}
