/** Days on which the house ships and answers nothing: single ones, and those of each year. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useClosingDays, useTariffCall } from '../../api/tariffs';
import type { Args, ClosingDays, YearlyClosingDay } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { TariffHistory } from '../../parts/TariffHistory';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './ClosingDaysScreen.module.css';

type Saved = Args<'tariff/save_closing_days'>;

export default function ClosingDaysScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useClosingDays();
  const [isAdding, setAdding] = useState(false);
  const show = useYearly();
  const format = useFormat();
  return (
    <Page
      title={t`Closing days`}
      lead={t`Besides Saturdays and Sundays. Delivery dates, the days for which unpaid orders are held, the chat and other deadlines count working days only.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
      actions={
        data && (
          <Button variant="primary" icon="plus" onPress={() => setAdding(true)}>
            {t`Close on a day…`}
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.is_target2 && (
        <Notice title={t`The closing days of banks count`}>
          {t`New Year’s Day, Good Friday, Easter Monday, 1 May, 25 and 26 December (TARGET2). They stay in the list when you add the first of your own.`}
        </Notice>
      )}
      {data && <Yearly data={data} />}
      {data && <Single data={data} />}
      {data && <Ahead data={data} />}
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      <TariffHistory
        kind="closing_day"
        thing={(thing) => {
          const [, of = '', after = ''] = /^yearly (\S+) ?(\S*)$/.exec(thing) ?? [];
          if (!of) return format.day(thing);
          const [month, day] = of.split('-').map(Number);
          return of === 'easter'
            ? show({ month: null, day: null, easter: Number(after) })
            : show({ month: month ?? 1, day: day ?? 1, easter: null });
        }}
        value={(value) => String(value)}
      />
    </Page>
  );
}

/** When a yearly day is, in words. */
function useYearly() {
  const { t, i18n } = useLingui();
  return ({ month, day, easter }: Pick<YearlyClosingDay, 'month' | 'day' | 'easter'>) => {
    if (easter === null) {
      const format = new Intl.DateTimeFormat(i18n.locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
      return format.format(Date.UTC(2024, (month ?? 1) - 1, day ?? 1, 12));
    }
    const days = Math.abs(easter);
    if (easter === 0) return t`Easter Sunday`;
    return easter > 0 ? t`Easter Sunday and ${days} days` : t`${days} days before Easter Sunday`;
  };
}

function useRemove() {
  const { t } = useLingui();
  const say = useMessageText();
  const save = useTariffCall('tariff/save_closing_days');
  const remove = (what: Partial<Saved>) =>
    save.mutate(
      { add: [], remove: [], add_yearly: [], remove_yearly: [], ...what },
      {
        onSuccess: () => toast(t`The day is a working day again.`),
        onError: (error) => toast(say(Object.values(error.fields)[0] ?? error)),
      },
    );
  return { remove, isPending: save.isPending };
}

interface Listed {
  id: string | number;
  day: string;
  occasion: string;
  onRemove: () => void;
}

function Days({ days, isPending }: { days: Listed[]; isPending: boolean }) {
  const { t } = useLingui();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Day`}</th>
          <th scope="col">{t`Occasion`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ id, day, occasion, onRemove }) => (
          <tr key={id}>
            <th scope="row">{day}</th>
            <td data-label={t`Occasion`}>{occasion}</td>
            <td className={table.end}>
              <Button
                small
                data-row=""
                isDisabled={isPending}
                aria-label={t`Take out: ${`${occasion}, ${day}`}`}
                onPress={onRemove}
              >
                {t`Take out`}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Yearly({ data }: { data: ClosingDays }) {
  const { t } = useLingui();
  const show = useYearly();
  const { remove, isPending } = useRemove();
  if (data.yearly.length === 0) return null;
  const days = data.yearly.map((rule) => ({
    id: rule.id,
    day: show(rule),
    occasion: rule.name,
    onRemove: () => remove({ remove_yearly: [rule.id] }),
  }));
  return (
    <Section id="closing-yearly" title={t`Each year`} isOpen>
      <Days days={days} isPending={isPending} />
    </Section>
  );
}

/** Single days that are shown at first: those of some two years. */
const FIRST = 12;

function Single({ data }: { data: ClosingDays }) {
  const { t } = useLingui();
  const format = useFormat();
  const { remove, isPending } = useRemove();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? data.days : data.days.slice(0, FIRST);
  const count = format.number(data.days.length);
  const days = shown.map(({ date, name }) => ({
    id: date,
    day: format.day(date),
    occasion: name,
    onRemove: () => remove({ remove: [date] }),
  }));
  return (
    <Section id="closing-single" title={t`Single days`} isOpen>
      {data.days.length === 0 ? (
        <EmptyState title={t`No single day is listed`}>
          {t`A day of maintenance, or the end of a season, stands here.`}
        </EmptyState>
      ) : (
        <Days days={days} isPending={isPending} />
      )}
      {shown.length < data.days.length && <Button onPress={() => setWhole(true)}>{t`Show all ${count}`}</Button>}
    </Section>
  );
}

function Ahead({ data }: { data: ClosingDays }) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <Section
      id="closing-ahead"
      title={t`The next two years`}
      lead={t`All closing days that fall on a weekday, as they count.`}
    >
      <ul className={styles.ahead}>
        {data.ahead.map((day) => (
          <li key={day}>
            <time dateTime={day}>{format.day(day)}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type How = 'once' | 'yearly' | 'easter';

function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const save = useTariffCall('tariff/save_closing_days');
  const form = useForm({
    id: 'closing',
    keep: useKeep('closing-day'),
    initial: { how: 'once' as How, date: format.dayOf(Date.now()), easter: '39', name: '' },
    check: ({ how, date, easter, name }) => ({
      date: how !== 'easter' && !date ? t`Enter a day.` : undefined,
      easter: how === 'easter' && !/^-?\d{1,2}$/.test(easter.trim()) ? t`Enter days from -90 to 90.` : undefined,
      name: name.trim() ? undefined : t`Enter a name.`,
    }),
    send: async ({ how, date, easter, name }) => {
      const nothing: Saved = { add: [], remove: [], add_yearly: [], remove_yearly: [] };
      const [, month, day] = date.split('-').map(Number);
      const yearly = { name, month: month ?? null, day: day ?? null, easter: null };
      const wanted: Record<How, Partial<Saved>> = {
        once: { add: [{ date, name }] },
        yearly: { add_yearly: [yearly] },
        easter: { add_yearly: [{ name, month: null, day: null, easter: Number(easter) }] },
      };
      await save.mutateAsync({ ...nothing, ...wanted[how] });
      toast(t`The day is listed.`);
      onClose();
    },
  });
  const { how } = form.values;
  return (
    <Dialog title={t`Close on a day`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <SelectField
          id="closing-how"
          label={t`How often`}
          value={how}
          onChange={(chosen) => form.set('how', chosen)}
          options={[
            { value: 'once', label: t`Once` },
            { value: 'yearly', label: t`Each year on this day` },
            { value: 'easter', label: t`Each year by Easter` },
          ]}
        />
        {how === 'easter' ? (
          <Field
            {...form.field('easter')}
            label={t`Days after Easter Sunday`}
            hint={t`39: Ascension Day; 50: Whit Monday; -2: Good Friday.`}
            short
          />
        ) : (
          <Field {...form.field('date')} label={t`Day`} type="date" />
        )}
        <Field {...form.field('name')} label={t`Occasion`} maxLength={80} />
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
