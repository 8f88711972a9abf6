/** VAT by country and class, with what is planned. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTariffCall, useVat } from '../../api/tariffs';
import type { VatCountry, VatTable } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { TariffHistory } from '../../parts/TariffHistory';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Classes, NewClassDialog, usualClass } from './Classes';
import styles from './VatScreen.module.css';

const ELSEWHERE = '*';

/** Of what a new rate is to be; an empty country: whichever is chosen. */
interface Chosen {
  country: string;
  class: string;
}

export default function VatScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useVat();
  const [chosen, setChosen] = useState<Chosen>();
  const [isNewClass, setNewClass] = useState(false);
  const nameOf = useCountryName(data);
  const format = useFormat();
  return (
    <Page
      title={t`VAT`}
      lead={t`The rate of the country that goods go to, from a day on. What applies already stays, for invoices were written with it; a new rate begins today or later.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
      actions={
        data && (
          <>
            <Button icon="plus" onPress={() => setNewClass(true)}>
              {t`New VAT class…`}
            </Button>
            <Button variant="primary" icon="plus" onPress={() => setChosen({ country: '', class: '' })}>
              {t`New rate…`}
            </Button>
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Rates data={data} nameOf={nameOf} onChange={setChosen} />}
      {data && <Classes data={data} />}
      {data && isNewClass && <NewClassDialog classes={data.classes} onClose={() => setNewClass(false)} />}
      {data && chosen && <RateDialog data={data} chosen={chosen} onClose={() => setChosen(undefined)} />}
      <TariffHistory
        kind="vat"
        thing={(thing) => {
          const [country = '', of = '', from = ''] = thing.split(' ');
          if (country === 'class') return t`VAT class ${of}`;
          const name = data && data.classes.length > 1 ? `${nameOf(country)} (${of})` : nameOf(country);
          const day = format.day(from);
          return t`${name}, from ${day}`;
        }}
        value={(value) => {
          if (typeof value !== 'object' || value === null) return format.percent(String(value));
          return t`${plural(Object.keys(value).length, { one: '# rate', other: '# rates' })}`;
        }}
      />
    </Page>
  );
}

function useCountryName(data: VatTable | undefined) {
  const { t } = useLingui();
  return (id: string) => {
    if (id === ELSEWHERE) return t`All other countries`;
    const other = data?.others.find(([one]) => one === id)?.[1];
    return data?.rows.find(({ country }) => country === id)?.name || other || id;
  };
}

interface RatesProps {
  data: VatTable;
  nameOf: (id: string) => string;
  onChange: (chosen: Chosen) => void;
}

function Rates({ data, nameOf, onChange }: RatesProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Country`}</th>
          <th scope="col" className={table.end}>{t`Today`}</th>
          <th scope="col">{t`Planned`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row) => {
          const hasClasses = data.classes.length > 1;
          const name = nameOf(row.country);
          const named = hasClasses ? `${name} (${row.class})` : name;
          return (
            <tr key={`${row.country} ${row.class}`}>
              <th scope="row">
                {name}
                {hasClasses && <span className={table.quiet}>{row.class}</span>}
              </th>
              <td data-label={t`Today`} className={table.end}>
                {row.rate === null ? '–' : format.percent(row.rate)}
              </td>
              <td data-label={t`Planned`}>
                {row.entries
                  .filter((entry) => entry.is_planned)
                  .map((entry) => (
                    <Planned key={entry.valid_from} row={row} from={entry.valid_from} rate={entry.rate}>
                      {t`${format.percent(entry.rate)} from ${format.day(entry.valid_from)}`}
                    </Planned>
                  ))}
              </td>
              <td className={table.end}>
                <Button small data-row="" aria-label={t`New rate: ${named}`} onPress={() => onChange(row)}>
                  {t`New rate…`}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Planned({ row, from, rate, children }: { row: VatCountry; from: string; rate: string; children: string }) {
  const { t } = useLingui();
  const say = useMessageText();
  const save = useTariffCall('tariff/save_vat');
  const take = () =>
    save.mutate(
      { country: row.country, class: row.class, valid_from: from, seen: rate, rate: null },
      {
        onSuccess: () => toast(t`It is taken back.`),
        onError: (error) => toast(say(Object.values(error.fields)[0] ?? error)),
      },
    );
  return (
    <span className={styles.planned}>
      {children}
      <Button small isPending={save.isPending} aria-label={t`Take back: ${children}`} onPress={take}>
        {t`Take back`}
      </Button>
    </span>
  );
}

function RateDialog({ data, chosen, onClose }: { data: VatTable; chosen: Chosen; onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const nameOf = useCountryName(data);
  const save = useTariffCall('tariff/save_vat');
  const own = [...new Set(data.rows.map((row) => row.country))];
  const form = useForm({
    id: 'vat',
    keep: useKeep(`vat-${chosen.country || 'new'}-${chosen.class}`),
    initial: {
      country: chosen.country || (own[0] ?? ELSEWHERE),
      class: chosen.class || usualClass(data.classes),
      valid_from: format.dayOf(Date.now()),
      rate: '',
    },
    check: ({ rate, valid_from: from }) => ({
      rate: /^\d{1,2}(?:[.,]\d{1,2})?$/.test(rate.trim()) ? undefined : t`Enter a percentage, such as 8.1.`,
      valid_from: from ? undefined : t`Enter a day.`,
    }),
    send: async (values) => {
      const row = data.rows.find((one) => one.country === values.country && one.class === values.class);
      const seen = row?.entries.find((entry) => entry.valid_from === values.valid_from)?.rate ?? null;
      await save.mutateAsync({ ...values, rate: values.rate.trim().replace(',', '.'), seen });
      toast(t`The rate is saved.`);
      onClose();
    },
  });
  return (
    <Dialog title={t`New rate of VAT`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <SelectField
          {...form.field('country')}
          label={t`Country`}
          options={[
            ...own.map((id) => ({ value: id, label: nameOf(id) })),
            ...data.others.map(([id, name]) => ({ value: id, label: name })),
          ]}
        />
        {data.classes.length > 1 && (
          <SelectField
            {...form.field('class')}
            label={t`VAT class`}
            options={data.classes.map(({ key }) => ({ value: key, label: key }))}
          />
        )}
        <Field {...form.field('rate')} label={t`Percent`} inputMode="decimal" short />
        <Field
          {...form.field('valid_from')}
          label={t`From this day on`}
          hint={t`In the country that the goods go to. Today at the earliest.`}
          type="date"
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
