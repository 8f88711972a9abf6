/** Refund without a return, and the two steps of a refund that the gateway does not make. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { useOrderCall } from '../../api/orders';
import type { OrderDetail, RefundItem } from '../../api/types';
import { amountOf, cents, parseAmount, typedAmount } from '../../parts/amount';
import { Field } from '../../parts/Field';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { HowMoneyGoesBack } from './HowMoneyGoesBack';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function RefundDialog({ order, onClose }: Props) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { number, currency } = order;
  const left = amountOf(cents(order.paid) - cents(order.refunded));
  const most = format.money(left, currency);
  const form = useDeedForm({
    id: 'refund',
    order,
    kept: 'refund',
    initial: { amount: '', reason: '' },
    check: ({ amount, reason }) => {
      const sum = cents(parseAmount(amount) ?? '0');
      const isTooMuch = sum > cents(left) ? t`Enter at most ${most}.` : undefined;
      return {
        amount: sum > 0 ? isTooMuch : t`Enter an amount such as 120 or 79.90.`,
        reason: reason.trim() ? undefined : t`Enter why the money goes back.`,
      };
    },
    run: ({ amount, reason }, seen) =>
      ask('order/refund', { ...seen, amount: parseAmount(amount) ?? '', reason: reason.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Refund on ${number}`}
      lead={
        <>
          <p>
            <Trans>Without a return, for instance as a gesture.</Trans>
          </p>
          <HowMoneyGoesBack order={order} />
        </>
      }
      form={form}
      submit={t`Refund`}
      onClose={onClose}
    >
      <Field
        {...form.field('amount')}
        label={t`Amount (${currency})`}
        hint={t`At most ${most}, for example ${typedAmount('20.00', i18n.locale)}`}
        short
        autoFocus
        inputMode="decimal"
        autoComplete="off"
      />
      <TextAreaField {...form.field('reason')} label={t`Reason`} hint={t`Kept in the history of the order.`} rows={2} />
    </DeedDialog>
  );
}

export function RefundMadeDialog({ order, refund, onClose }: Props & { refund: RefundItem }) {
  const { t } = useLingui();
  const format = useFormat();
  const amount = format.money(refund.amount, order.currency);
  const form = useDeedForm({
    id: 'refund-made',
    order,
    initial: { reference: '' },
    run: ({ reference }, seen) => ask('order/refund_made', { ...seen, id: refund.id, reference: reference.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Refund of ${amount} made`}
      lead={
        <p>
          <Trans>Only when the transfer has left the house’s account or the cheque is in the post.</Trans>
        </p>
      }
      form={form}
      submit={t`It is made`}
      onClose={onClose}
    >
      <Field {...form.field('reference')} label={t`Reference`} optional autoFocus autoComplete="off" maxLength={140} />
    </DeedDialog>
  );
}

export function RefundByHandDialog({ order, refund, onClose }: Props & { refund: RefundItem }) {
  const { t } = useLingui();
  const format = useFormat();
  const byHand = useOrderCall('order/refund_by_hand');
  const amount = format.money(refund.amount, order.currency);
  const form = useDeedForm({
    id: 'refund-by-hand',
    order,
    initial: {},
    run: (_, seen) => byHand.mutateAsync({ ...seen, id: refund.id }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Make the refund of ${amount} by hand?`}
      lead={
        <p>
          <Trans>
            The payment provider is not asked again. The refund stands on ‘Today’ until somebody has made it.
          </Trans>
        </p>
      }
      form={form}
      submit={t`By hand`}
      isAtOnce
      onClose={onClose}
    />
  );
}
