import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../api/client';
import { ask } from '../../api/deeds';
import type { OrderDetail } from '../../api/types';
import { parseAmount, typedAmount } from '../../parts/amount';
import { Field, SelectField } from '../../parts/Field';
import { Pair } from '../../parts/Form';
import { CheckField } from '../../parts/MoreFields';
import { useOrderNames } from '../../parts/orderNames';
import { useFormat } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { useDeedForm } from './useDeedForm';

const METHODS = ['bank_transfer', 'cheque', 'offline'] as const;
type Method = (typeof METHODS)[number];

export function PayDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const names = useOrderNames();
  const format = useFormat();
  // Asked only after the server has found one like it.
  const [looksBooked, setLooksBooked] = useState(false);
  const form = useDeedForm({
    id: 'pay',
    order,
    initial: {
      amount: typedAmount(order.outstanding, i18n.locale),
      method: (METHODS.find((one) => one === order.payment_method) ?? 'bank_transfer') as string,
      reference: '',
      value_date: format.dayOf(Date.now()),
      again: '',
    },
    check: ({ amount, value_date }) => ({
      amount: Number(parseAmount(amount) ?? 0) > 0 ? undefined : t`Enter an amount such as 120 or 79.90.`,
      value_date: value_date ? undefined : t`Enter the day on which the money arrived.`,
    }),
    run: async ({ amount, method, reference, value_date, again }, seen) => {
      const sum = parseAmount(amount) ?? null;
      try {
        await ask('order/pay', {
          ...seen,
          amount: sum === order.outstanding ? null : sum,
          method: method as Method,
          reference: reference.trim(),
          value_date,
          again: again === 'yes',
        });
      } catch (error) {
        if (error instanceof ApiError && error.id === 'payment.booked_already') setLooksBooked(true);
        throw error;
      }
    },
    onClose,
  });
  const { number, currency } = order;
  const outstanding = format.money(order.outstanding, currency);
  return (
    <DeedDialog
      title={t`Record a payment of ${number}`}
      lead={
        <p>
          <Trans>Outstanding: {outstanding}. The customer is told that the money has arrived.</Trans>
        </p>
      }
      form={form}
      submit={t`Record the payment`}
      onClose={onClose}
    >
      <Pair>
        <Field {...form.field('amount')} label={t`Amount (${currency})`} inputMode="decimal" autoComplete="off" />
        <Field {...form.field('value_date')} label={t`Value date`} type="date" />
        <SelectField
          id="pay-method"
          label={t`How it arrived`}
          value={form.values.method}
          onChange={(method) => form.set('method', method)}
          error={form.errors.method}
          options={METHODS.map((value) => ({ value: value as string, label: names.method(value) }))}
        />
        <Field
          {...form.field('reference')}
          label={t`Reference`}
          optional
          autoFocus
          autoComplete="off"
          maxLength={140}
        />
      </Pair>
      {looksBooked && (
        <CheckField
          id="pay-again"
          checked={form.values.again === 'yes'}
          onChange={(isOn) => form.set('again', isOn ? 'yes' : '')}
        >
          <Trans>This is a second payment. Book it as well.</Trans>
        </CheckField>
      )}
    </DeedDialog>
  );
}
