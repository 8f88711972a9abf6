/** Pieces that the customer does not want any more, or the house cannot deliver, taken out before they are sent. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { usePlan } from '../../api/orders';
import type { LineQty, OrderDetail } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { Notice } from '../../parts/Feedback';
import { CheckField, TextAreaField } from '../../parts/MoreFields';
import { PieceLines, usePiecesCheck } from '../../parts/PieceLines';
import { countedOf } from '../../parts/pieces';
import { useFormat, useMessageText } from '../../parts/text';
import { DeedDialog } from './DeedDialog';
import { HowMoneyGoesBack } from './HowMoneyGoesBack';
import { OpenPage } from './OpenPage';
import { factIf, PlanFacts } from './PlanFacts';
import { leftToShip, openLines } from './quantities';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function RemoveDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number } = order;
  const check = usePiecesCheck();
  const lines = openLines(order, leftToShip);
  const initial: Record<string, string> = {
    keep: '',
    reason: '',
    ...Object.fromEntries(lines.map(({ name }) => [name, ''])),
  };
  const form = useDeedForm({
    id: 'remove',
    order,
    kept: 'remove',
    initial,
    check: (values) => ({
      ...check(lines, values),
      reason: values.reason?.trim() ? undefined : t`Enter why the pieces are taken out.`,
    }),
    run: (values, seen) =>
      ask('order/remove', {
        ...seen,
        lines: countedOf(lines, values),
        keep_shipping: values.keep === 'yes',
        reason: (values.reason ?? '').trim(),
      }),
    onClose,
  });
  return (
    <DeedDialog
      title={t`Take pieces out of ${number}`}
      lead={
        <>
          <p>
            <Trans>They go back into stock, and the customer is told by email.</Trans>
          </p>
          {cents(order.paid) > cents(order.refunded) && <HowMoneyGoesBack order={order} />}
        </>
      }
      form={form}
      submit={t`Take out`}
      onClose={onClose}
    >
      <OpenPage order={order} />
      <PieceLines
        id="remove"
        label={t`Pieces to take out`}
        lines={lines}
        values={form.values}
        errors={form.errors}
        onChange={form.set}
      />
      <CheckField
        id="remove-keep"
        checked={form.values.keep === 'yes'}
        onChange={(isOn) => form.set('keep', isOn ? 'yes' : '')}
      >
        <Trans>We cannot deliver them: leave shipping as it was charged</Trans>
      </CheckField>
      <div aria-live="polite">
        <Plan order={order} lines={countedOf(lines, form.values)} keepsShipping={form.values.keep === 'yes'} />
      </div>
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

/** What the order would come to, before anything is done. */
function Plan({ order, lines, keepsShipping }: { order: OrderDetail; lines: LineQty[]; keepsShipping: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  const { data, error } = usePlan({ number: order.number, lines, keep_shipping: keepsShipping });
  const money = (amount: string) => format.money(amount, order.currency);
  if (lines.length === 0) return null;
  if (error) return <Notice tone="warning">{say(error)}</Notice>;
  if (!data) return null;
  const { totals, refund } = data;
  return (
    <PlanFacts
      facts={[
        [t`Total until now`, money(order.totals.total)],
        [t`Shipping now`, money(amountOf(cents(totals.shipping_amount) - cents(totals.shipping_discount)))],
        [t`New total`, money(totals.total)],
        ...factIf(cents(refund) > 0, t`Goes back`, money(refund)),
      ]}
    />
  );
}
