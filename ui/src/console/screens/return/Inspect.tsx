/** Decides of each line how many pieces are fit for sale, and what is deducted; refunds at once where that is wished for. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import { useMay } from '../../api/queries';
import type { ReturnDetail, ReturnLine } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { CheckField } from '../../parts/MoreFields';
import { Section } from '../../parts/Page';
import { piecesUpTo } from '../../parts/pieces';
import { useFormat } from '../../parts/text';
import { deductionOf, receivedLines } from './pieces';
import styles from './ReturnScreen.module.css';

/** As the server names what is wrong. */
const names = ({ position }: ReturnLine) => ({
  fit: `fit.${position}`,
  deduction: `deduction.${position}`,
  why: `deduction_reason.${position}`,
});

export function Inspect({ of }: { of: ReturnDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayRefund = useMay('orders_refund') && of.refunded_at === null;
  const lines = receivedLines(of.lines);
  const begin = lines.flatMap((line) => {
    const { fit, deduction, why } = names(line);
    return [
      [fit, String(line.received ?? 0)],
      [deduction, ''],
      [why, ''],
    ];
  });
  const deducted = (values: Record<string, string>) =>
    lines.reduce((sum, line) => sum + (deductionOf(values[names(line).deduction] ?? '', line.value) ?? 0), 0);
  const refundOf = (values: Record<string, string>) => amountOf(Math.max(0, cents(of.owed) - deducted(values)));
  const form = useForm<Record<string, string>>({
    id: 'inspect',
    keep: useKeep(`return-${of.number}`, String(of.version)),
    initial: { now: '', ...Object.fromEntries(begin) },
    check: (values) => {
      const errors: Record<string, string> = {};
      for (const line of lines) {
        const { fit, deduction, why } = names(line);
        const { name, received } = line;
        const most = format.money(line.value, of.currency);
        if (piecesUpTo(values[fit] ?? '', received ?? 0) === undefined) {
          errors[fit] = t`${name}: enter a number from 0 to ${received ?? 0}.`;
        }
        const minor = deductionOf(values[deduction] ?? '', line.value);
        if (minor === undefined) errors[deduction] = t`${name}: enter an amount of at most ${most}.`;
        else if (minor > 0 && !values[why]?.trim()) errors[why] = t`${name}: say why it is worth less.`;
      }
      return errors;
    },
    send: (values) =>
      ask(
        'return/inspect',
        {
          number: of.number,
          version: of.version,
          lines: lines.map((line) => {
            const { fit, deduction, why } = names(line);
            const minor = deductionOf(values[deduction] ?? '', line.value) ?? 0;
            return {
              position: line.position,
              fit: piecesUpTo(values[fit] ?? '', line.received ?? 0) ?? 0,
              deduction: minor > 0 ? amountOf(minor) : '',
              deduction_reason: minor > 0 ? (values[why] ?? '').trim() : '',
            };
          }),
          refund: mayRefund && values.now === 'yes' ? refundOf(values) : null,
        },
        of.order_number,
      ),
  });
  const sum = format.money(refundOf(form.values), of.currency);
  return (
    <Section id="return-inspect" title={t`Inspect the goods`} lead={t`What is fit for sale goes back into stock.`}>
      <Form form={form} label={t`Inspect the goods`}>
        <ul className={styles.lines}>
          {lines.map((line) => {
            const { fit, deduction, why } = names(line);
            const received = format.number(line.received ?? 0);
            const isLess = (form.values[deduction] ?? '').trim() !== '';
            return (
              <li key={line.position} className={styles.line}>
                <h3>{line.name}</h3>
                <div className={styles.fields}>
                  <Field
                    {...form.field(fit)}
                    value={form.values[fit] ?? ''}
                    label={t`Fit for sale`}
                    hint={t`of ${received}`}
                    isFilter
                    short
                    inputMode="numeric"
                    maxLength={6}
                    autoComplete="off"
                  />
                  <Field
                    {...form.field(deduction)}
                    value={form.values[deduction] ?? ''}
                    label={t`Deduction`}
                    hint={t`paid ${format.money(line.value, of.currency)}`}
                    isFilter
                    short
                    inputMode="decimal"
                    autoComplete="off"
                  />
                  {isLess && (
                    <Field
                      {...form.field(why)}
                      value={form.values[why] ?? ''}
                      label={t`Why it is worth less`}
                      hint={t`In the customer’s language: it stands in the letter.`}
                      maxLength={200}
                      autoComplete="off"
                    />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
        <p className={styles.quiet}>
          <Trans>
            Of a withdrawal, only what handling beyond a trial as in a shop has cost the goods in value may be deducted.
          </Trans>
        </p>
        {mayRefund && (
          <CheckField
            id="inspect-now"
            checked={form.values.now === 'yes'}
            onChange={(isOn) => form.set('now', isOn ? 'yes' : '')}
          >
            {t`Refund ${sum} at once`}
          </CheckField>
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`Book the inspection`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}
