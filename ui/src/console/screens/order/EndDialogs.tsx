/** The two ends of an order. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { useOrderCall } from '../../api/orders';
import type { OrderDetail } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function CancelDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { number, currency } = order;
  // The surcharge of a carrier ends with its order, and goes back when it was paid.
  const surcharges = order.additions.filter(({ carrier, status }) => carrier && status === 'processing');
  const left = surcharges.reduce((sum, { total }) => sum + cents(total), cents(order.paid) - cents(order.refunded));
  const amount = format.money(amountOf(left), currency);
  const others = [order.added_to ?? [], order.additions.filter(({ carrier }) => !carrier)]
    .flat()
    .filter(({ status }) => status !== 'canceled');
  const linked = format.list(others.map((other) => other.number));
  const first = order.added_to?.carrier ? order.added_to.number : undefined;
  const form = useDeedForm({
    id: 'cancel',
    order,
    kept: 'cancel',
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t`Enter why the order is canceled.` }),
    run: ({ reason }, seen) => ask('order/cancel', { ...seen, reason: reason.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Cancel ${number}?`}
      lead={
        <>
          <p>
            {left > 0 ? (
              <Trans>
                The goods go back into stock, {amount} is refunded, and the customer is told by email. A canceled order
                stays canceled.
              </Trans>
            ) : (
              <Trans>
                The goods go back into stock, and the customer is told by email. A canceled order stays canceled.
              </Trans>
            )}
          </p>
          {first && order.status === 'processing' && (
            <p>
              <Trans>Order {first} goes by the carrier again that it had before.</Trans>
            </p>
          )}
          {linked && (
            <p>
              <Trans>Linked orders stay as they are: {linked}. Cancel them on their own pages.</Trans>
            </p>
          )}
        </>
      }
      form={form}
      submit={t`Cancel the order`}
      isDanger
      onClose={onClose}
    >
      <TextAreaField {...form.field('reason')} label={t`Reason`} hint={t`The customer is told it too.`} rows={2} />
    </DeedDialog>
  );
}

export function CompleteDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const complete = useOrderCall('order/complete');
  const { number } = order;
  const form = useDeedForm({
    id: 'complete',
    order,
    kept: 'complete',
    initial: { reason: '' },
    run: ({ reason }, seen) => complete.mutateAsync({ ...seen, reason: reason.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Complete ${number}?`}
      lead={
        <p>
          <Trans>Orders complete by themselves fourteen days after shipping. This one need not wait.</Trans>
        </p>
      }
      form={form}
      submit={t`Complete`}
      isAtOnce
      onClose={onClose}
    >
      <TextAreaField {...form.field('reason')} label={t`Reason`} optional rows={2} />
    </DeedDialog>
  );
}
