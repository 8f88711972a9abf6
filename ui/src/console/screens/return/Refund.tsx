/** Gives the money back and closes the return. */

import { Trans, useLingui } from '@lingui/react/macro';
import { ask } from '../../api/deeds';
import type { ReturnDetail } from '../../api/types';
import { parseAmount, typedAmount } from '../../parts/amount';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Section } from '../../parts/Page';

export function Refund({ of }: { of: ReturnDetail }) {
  const { t, i18n } = useLingui();
  const { currency } = of;
  const form = useForm<Record<string, string>>({
    id: 'refund',
    keep: useKeep(`return-${of.number}`, String(of.version)),
    initial: { amount: typedAmount(of.owed, i18n.locale) },
    check: (values) => ({
      amount:
        parseAmount(values.amount ?? '') === undefined ? t`Enter an amount such as 120 or 79.90, or 0.` : undefined,
    }),
    send: (values) =>
      ask(
        'return/refund',
        { number: of.number, version: of.version, amount: parseAmount(values.amount ?? '') ?? null },
        of.order_number,
      ),
  });
  return (
    <Section
      id="return-refund"
      title={t`Refund`}
      lead={
        of.step === 'announced'
          ? t`The customer has shown that the goods were sent: the money is due before they are here.`
          : t`The goods are inspected.`
      }
    >
      <Form form={form} label={t`Refund`}>
        <Field
          {...form.field('amount')}
          value={form.values.amount ?? ''}
          label={t`Refund (${currency})`}
          hint={t`0 closes the return without a refund.`}
          short
          inputMode="decimal"
          autoComplete="off"
        />
        <p>
          <Trans>
            A credit note follows by itself. You can undo this for ten seconds; nothing leaves the house before.
          </Trans>
        </p>
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Sending…` : t`Refund`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}
