/** How a currency is offered: on or off, its rate, and how its prices are rounded. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTariffCall } from '../../api/tariffs';
import type { CurrencyEntry, CurrencyTable, CurrencyTerms } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { CheckField } from '../../parts/MoreFields';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { isFar, parseRate, typedRate } from './rates';
import { useShowCurrency } from './show';

interface Props {
  table: CurrencyTable;
  /** As it is in force by now: somebody else may change it while the form is open. */
  entry: CurrencyEntry;
  /** What the form begins with. */
  begin: CurrencyTerms;
  onClose: () => void;
}

const YES = 'yes';

export function CurrencyDialog({ table, entry: { currency, terms }, begin, onClose }: Props) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const show = useShowCurrency();
  const save = useTariffCall('tariff/save_currency');
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState(terms);
  // An earlier value that is put back is shown, not what was begun before.
  const [isPutBack] = useState(begin !== terms);
  const keep = useKeep(`currency-${currency}`, JSON.stringify(seen));
  const form = useForm({
    id: 'currency',
    keep: isPutBack ? undefined : keep,
    initial: {
      is_offered: begin.is_offered ? YES : '',
      rate: typedRate(begin.rate, i18n.locale),
      step: begin.step,
      confirmed: '',
    },
    check: ({ rate }) => ({ rate: parseRate(rate) ? undefined : t`Enter a rate, such as 0.935.` }),
    send: async ({ is_offered, rate, step, confirmed }) => {
      const { repriced } = await save.mutateAsync({
        currency,
        seen,
        terms: { is_offered: is_offered === YES, rate: parseRate(rate) ?? '', step },
        is_confirmed: confirmed === YES,
      });
      toast(
        repriced > 0
          ? plural(repriced, {
              one: '# item has a new price, in force now.',
              other: '# items have new prices, in force now.',
            })
          : t`Saved, and in force.`,
      );
      onClose();
    },
  });
  const { values, errors } = form;
  const steps = table.steps.includes(begin.step) ? table.steps : [begin.step, ...table.steps];
  const inForce = show(terms);
  return (
    <Dialog title={t`Currency: ${currency}`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <p>{t`In force: ${inForce}`}</p>
        <SelectField
          id="currency-is_offered"
          label={t`Offered to shoppers`}
          value={values.is_offered}
          onChange={(value) => form.set('is_offered', value)}
          error={errors.is_offered}
          options={[
            { value: YES, label: t`Yes` },
            { value: '', label: t`No` },
          ]}
        />
        <Field
          {...form.field('rate')}
          label={t`Units for one euro`}
          hint={t`Prices that follow the rate are set anew. Prices that were set for this currency stay.`}
          inputMode="decimal"
          short
        />
        {isFar(parseRate(values.rate), terms.rate, table.far_percent) && (
          <CheckField
            id="currency-confirmed"
            checked={values.confirmed === YES}
            onChange={(isOn) => form.set('confirmed', isOn ? YES : '')}
          >
            {t`The rate is right, although it is far from the one in force.`}
          </CheckField>
        )}
        <SelectField
          {...form.field('step')}
          label={t`Round prices up to`}
          options={steps.map((step) => ({ value: step, label: format.money(step, currency) }))}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
