/** The European Central Bank’s rates at which a quarter is declared to the One-Stop-Shop. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useEcbRates, useTariffCall } from '../../api/tariffs';
import type { EcbQuarter } from '../../api/types';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './EcbRates.module.css';
import { isQuarter, lastQuarters } from './quarters';
import { parseRate, typedRate } from './rates';

export function EcbRates() {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const asked = params.get('quarter') ?? '';
  const quarters = lastQuarters(new Date());
  if (isQuarter(asked) && !quarters.includes(asked)) quarters.unshift(asked);
  const [quarter, setQuarter] = useState(isQuarter(asked) ? asked : (quarters[0] ?? ''));
  const { data, error, refetch } = useEcbRates(quarter);
  return (
    <Section
      id="ecb-rates"
      title={t`Rates for the OSS return`}
      lead={t`The European Central Bank’s rates of the quarter’s last day, at which the return converts what was ordered in other currencies. They change no prices.`}
    >
      <div className={styles.short}>
        <SelectField
          id="ecb-quarter"
          label={t`Quarter`}
          value={quarter}
          onChange={setQuarter}
          options={quarters.map((value) => ({ value, label: value }))}
        />
      </div>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={4} />}
      {data && <Rates key={JSON.stringify(data)} of={data} />}
    </Section>
  );
}

function Rates({ of }: { of: EcbQuarter }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const save = useTariffCall('tariff/save_ecb_rates');
  const day = format.day(of.day);
  const form = useForm<Record<string, string>>({
    id: 'ecb',
    keep: useKeep(`ecb-${of.quarter}`, JSON.stringify(of.rates)),
    initial: Object.fromEntries(
      of.rates.map(({ currency, rate }) => [currency, rate ? typedRate(rate, i18n.locale) : '']),
    ),
    check: (values) => {
      const errors: Record<string, string> = {};
      for (const { currency } of of.rates) {
        const typed = values[currency]?.trim() ?? '';
        if (typed && !parseRate(typed)) errors[currency] = t`Enter a rate, such as 0.935.`;
      }
      return errors;
    },
    send: async (values) => {
      const edits = of.rates.map(({ currency, rate: seen }) => {
        const typed = values[currency]?.trim() ?? '';
        return { currency, seen, rate: typed ? (parseRate(typed) ?? typed) : null };
      });
      await save.mutateAsync({ quarter: of.quarter, edits });
      toast(t`Saved. The OSS return converts at these rates.`);
    },
  });
  if (!of.is_published) {
    return (
      <Notice title={t`The rates of this quarter are published on ${day}`}>
        <Trans>Enter them then.</Trans>
      </Notice>
    );
  }
  return (
    <Form form={form} label={t`Rates for the OSS return`}>
      <p className={styles.note}>
        <Trans>
          Rates of {day}, as the bank publishes them under “Euro foreign exchange reference rates”. For a currency that
          is not among them, ask your tax adviser.
        </Trans>
      </p>
      <div className={styles.short}>
        {of.rates.map(({ currency }) => (
          <Field
            key={currency}
            {...form.field(currency)}
            value={form.values[currency] ?? ''}
            label={t`${currency} for one euro`}
            inputMode="decimal"
            autoComplete="off"
            optional
          />
        ))}
      </div>
      <Actions>
        <Button type="submit" variant="primary" isPending={form.isBusy}>
          {form.isBusy ? t`Saving…` : t`Save`}
        </Button>
      </Actions>
    </Form>
  );
}
