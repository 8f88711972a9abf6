/** A payment that was booked by mistake. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { OrderDetail, PaymentItem } from '../../api/types';
import { TextAreaField } from '../../parts/MoreFields';
import { useFormat } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  payment: PaymentItem;
  onClose: () => void;
}

export function UnpayDialog({ order, payment, onClose }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const amount = format.money(payment.amount, payment.currency);
  const form = useDeedForm({
    id: 'unpay',
    order,
    kept: `unpay-${payment.id}`,
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() ? undefined : t`Enter what the mistake was.` }),
    run: ({ reason }, seen) => ask('order/unpay', { ...seen, id: payment.id, reason: reason.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Take back the payment of ${amount}?`}
      lead={
        <>
          <p>
            <Trans>
              The order is as if this money had not come. An invoice is credited as a whole, and a bank movement is open
              again.
            </Trans>
          </p>
          <p>
            <Trans>Nobody is written to. An email about the payment that has not left yet never will.</Trans>
          </p>
        </>
      }
      form={form}
      submit={t`Take the payment back`}
      isDanger
      onClose={onClose}
    >
      <TextAreaField {...form.field('reason')} label={t`Reason`} hint={t`Kept in the history of the order.`} rows={2} />
    </DeedDialog>
  );
}
