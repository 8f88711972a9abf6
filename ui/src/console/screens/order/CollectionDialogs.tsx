/** Goods that are collected at the house: they lie ready, then somebody takes them. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { OrderDetail } from '../../api/types';
import { Field } from '../../parts/Field';
import { DeedDialog } from './DeedDialog';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function ReadyDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number, email } = order;
  const form = useDeedForm<Record<string, string>>({
    id: 'ready',
    order,
    initial: {},
    run: (_, seen) => ask('order/ready', seen),
    onClose,
  });
  return (
    <DeedDialog
      title={t`${number} is ready for collection`}
      lead={
        <p>
          {order.status === 'pending_offline' ? (
            <Trans>
              A letter to {email} says where and when to collect the goods, and that they are paid there. They are held
              from today on for as long as an order by bank transfer.
            </Trans>
          ) : (
            <Trans>A letter to {email} says where and when to collect the goods. They leave the packing list.</Trans>
          )}
        </p>
      }
      form={form}
      submit={t`Tell the customer`}
      onClose={onClose}
    />
  );
}

export function HandOverDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number } = order;
  const { first_name: first, last_name: last } = order.billing_address;
  const form = useDeedForm<Record<string, string>>({
    id: 'hand-over',
    order,
    initial: { collected_to: `${first} ${last}`.trim() },
    check: ({ collected_to: to }) => ({
      collected_to: to?.trim() ? undefined : t`Enter the name of whoever takes the goods.`,
    }),
    run: ({ collected_to: to = '' }, seen) => ask('order/hand_over', { ...seen, collected_to: to.trim() }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Hand over ${number}`}
      lead={
        <p>
          <Trans>
            Everything in the order is handed over. The right of withdrawal of fourteen days begins today. No letter is
            sent.
          </Trans>
        </p>
      }
      form={form}
      submit={t`Hand over`}
      onClose={onClose}
    >
      <Field
        {...form.field('collected_to')}
        value={form.values.collected_to ?? ''}
        label={t`Collected by`}
        hint={t`The name on the identity document that you were shown.`}
        autoComplete="off"
        maxLength={200}
        autoFocus
      />
    </DeedDialog>
  );
}
