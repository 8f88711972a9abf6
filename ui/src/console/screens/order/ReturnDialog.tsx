import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { OrderDetail } from '../../api/types';
import { parseAmount } from '../../parts/amount';
import { Field } from '../../parts/Field';
import { CheckField, TextAreaField } from '../../parts/MoreFields';
import { PieceLines, usePiecesCheck } from '../../parts/PieceLines';
import { DeedDialog } from './DeedDialog';
import { HowMoneyGoesBack } from './HowMoneyGoesBack';
import { allOf, chosen, leftToReturn, openLines } from './quantities';
import { useDeedForm } from './useDeedForm';

export function ReturnDialog({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const { t } = useLingui();
  const check = usePiecesCheck();
  const initial: Record<string, string> = {
    restock: 'yes',
    refund: '',
    reason: '',
    ...allOf(openLines(order, leftToReturn)),
  };
  const form = useDeedForm({
    id: 'return',
    order,
    kept: 'return',
    initial,
    check: (values) => ({
      ...check(openLines(order, leftToReturn), values),
      refund:
        values.refund?.trim() && parseAmount(values.refund) === undefined
          ? t`Enter an amount such as 120 or 79.90, or leave it empty.`
          : undefined,
      reason: values.reason?.trim() ? undefined : t`Enter why the goods came back.`,
    }),
    run: (values, seen) =>
      ask('order/return', {
        ...seen,
        lines: chosen(openLines(order, leftToReturn), values),
        restock: values.restock === 'yes',
        refund: parseAmount(values.refund ?? '') ?? null,
        reason: (values.reason ?? '').trim(),
      }),
    onClose,
  });
  const { number, currency } = order;
  return (
    <DeedDialog
      title={t`Return of ${number}`}
      lead={
        <>
          <p>
            <Trans>The goods are back in the house and have been looked at.</Trans>
          </p>
          <HowMoneyGoesBack order={order} />
        </>
      }
      form={form}
      submit={t`Book the return`}
      onClose={onClose}
    >
      <PieceLines
        id="return"
        label={t`Pieces that came back`}
        lines={openLines(order, leftToReturn)}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
      />
      <CheckField
        id="return-restock"
        checked={form.values.restock === 'yes'}
        onChange={(isOn) => form.set('restock', isOn ? 'yes' : '')}
      >
        <Trans>They can be sold again: put them back into stock</Trans>
      </CheckField>
      <Field
        {...form.field('refund')}
        value={form.values.refund ?? ''}
        label={t`Refund (${currency})`}
        hint={t`Empty: what was paid for these pieces, and with the last of them shipping too. 0: nothing.`}
        optional
        short
        inputMode="decimal"
        autoComplete="off"
      />
      <TextAreaField
        {...form.field('reason')}
        value={form.values.reason ?? ''}
        label={t`Reason`}
        hint={t`Kept in the history of the order.`}
        rows={2}
      />
    </DeedDialog>
  );
}
