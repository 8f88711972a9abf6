/** Currencies: which are offered, their rates and rounding, and the one in which each language begins. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useCurrencies, useTariffCall } from '../../api/tariffs';
import type { Currency, CurrencyTable, CurrencyTerms, DefaultCurrency, TariffChange } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Badge, LoadError, Skeleton } from '../../parts/Feedback';
import { SelectField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { Page, Section } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { TariffHistory } from '../../parts/TariffHistory';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { CurrencyDialog } from './CurrencyDialog';
import { EcbRates } from './EcbRates';
import { typedRate } from './rates';
import { useShowCurrency } from './show';

interface Opened {
  currency: Currency;
  begin: CurrencyTerms;
}

const DEFAULT = 'default ';
/** Begins what the history calls a rate of the European Central Bank; its day and the currency follow. */
const ECB = 'ecb ';

const langOf = (thing: string) => (thing.startsWith(DEFAULT) ? thing.slice(DEFAULT.length) : undefined);

export default function CurrenciesScreen() {
  const { t, i18n } = useLingui();
  const { data, error, refetch } = useCurrencies();
  const [opened, setOpened] = useState<Opened>();
  const show = useShowCurrency();
  const format = useFormat();
  const choose = useChoose();
  const entry = data?.currencies.find(({ currency }) => currency === opened?.currency);
  const back = ({ thing, before }: TariffChange) => {
    if (thing.startsWith(ECB)) return undefined;
    const lang = langOf(thing);
    if (lang) {
      const row = data?.defaults.find((one) => one.lang === lang);
      const then = before as Currency;
      return row && row.currency !== then ? () => choose(row, then) : undefined;
    }
    const now = data?.currencies.find(({ currency }) => currency === thing);
    const then = before as CurrencyTerms;
    return now && show(now.terms) !== show(then) ? () => setOpened({ currency: now.currency, begin: then }) : undefined;
  };
  return (
    <Page
      title={t`Currencies`}
      lead={t`Prices begin in euros. In another currency an item costs what was set for it, else the price in euros at the rate, rounded up. Orders keep the currency and the prices that they were placed with.`}
      above={<Back to="/settings">{t({ context: 'screen', message: 'Settings' })}</Back>}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data && <Currencies data={data} onChange={setOpened} />}
      {data && <Defaults data={data} />}
      <EcbRates />
      {data && entry && opened && (
        <CurrencyDialog table={data} entry={entry} begin={opened.begin} onClose={() => setOpened(undefined)} />
      )}
      <TariffHistory
        kind="currency"
        thing={(thing) => {
          if (thing.startsWith(ECB)) {
            const [, day = '', currency = ''] = thing.split(' ');
            return t`${currency} for the OSS return, ${format.day(day)}`;
          }
          const lang = langOf(thing);
          if (!lang) return thing;
          const name = LANGUAGE_NAMES[lang as keyof typeof LANGUAGE_NAMES] ?? lang;
          return t`By default: ${name}`;
        }}
        value={(value) => {
          if (typeof value !== 'string') return show(value as CurrencyTerms);
          return /^\d/.test(value) ? typedRate(value, i18n.locale) : value;
        }}
        back={back}
      />
    </Page>
  );
}

function Currencies({ data, onChange }: { data: CurrencyTable; onChange: (opened: Opened) => void }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">{t`Currency`}</th>
          <th scope="col">{t`Offered`}</th>
          <th scope="col" className={table.end}>{t`For one euro`}</th>
          <th scope="col" className={table.end}>{t`Rounded up to`}</th>
          <th scope="col" className={table.end}>
            <span className="visually-hidden">{t`Actions`}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {data.currencies.map(({ currency, terms, since, is_leading }) => (
          <tr key={currency}>
            <th scope="row">{currency}</th>
            <td data-label={t`Offered`}>
              <Badge tone={terms.is_offered ? 'success' : 'neutral'}>{terms.is_offered ? t`Offered` : t`Off`}</Badge>
            </td>
            <td data-label={t`For one euro`} className={table.end}>
              <div>
                {is_leading ? '–' : typedRate(terms.rate, i18n.locale)}
                {!is_leading && <span className={table.quiet}>{t`since ${format.day(since)}`}</span>}
              </div>
            </td>
            <td data-label={t`Rounded up to`} className={table.end}>
              {is_leading ? '–' : format.amount(terms.step)}
            </td>
            <td className={table.end}>
              {!is_leading && (
                <Button
                  small
                  data-row=""
                  aria-label={t`Change: ${currency}`}
                  onPress={() => onChange({ currency, begin: terms })}
                >
                  {t`Change…`}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sets the currency of a language, and says so. */
function useChoose() {
  const { t } = useLingui();
  const say = useMessageText();
  const save = useTariffCall('tariff/save_default');
  return ({ lang, currency: seen }: DefaultCurrency, currency: Currency) =>
    save.mutate(
      { lang, seen, currency },
      {
        onSuccess: () => toast(t`Saved, and in force.`),
        onError: (error) => toast(say(Object.values(error.fields)[0] ?? error)),
      },
    );
}

function Defaults({ data }: { data: CurrencyTable }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<DefaultCurrency>();
  const row = data.defaults.find(({ lang }) => lang === opened?.lang);
  return (
    <Section
      id="default-currencies"
      title={t`Currency by language`}
      lead={t`For visitors who have chosen none and whose country has none of its own here.`}
    >
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Language`}</th>
            <th scope="col">{t`Currency`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.defaults.map((one) => (
            <tr key={one.lang}>
              <th scope="row" lang={LOCALES[one.lang]}>
                {LANGUAGE_NAMES[one.lang]}
              </th>
              <td data-label={t`Currency`}>{one.currency}</td>
              <td className={table.end}>
                <Button
                  small
                  data-row=""
                  aria-label={t`Change: ${LANGUAGE_NAMES[one.lang]}`}
                  onPress={() => setOpened(one)}
                >
                  {t`Change…`}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {row && opened && <DefaultDialog row={row} onClose={() => setOpened(undefined)} />}
    </Section>
  );
}

function DefaultDialog({ row, onClose }: { row: DefaultCurrency; onClose: () => void }) {
  const { t } = useLingui();
  const save = useTariffCall('tariff/save_default');
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState(row.currency);
  const name = LANGUAGE_NAMES[row.lang];
  const form = useForm({
    id: 'default-currency',
    keep: useKeep(`currency-of-${row.lang}`, seen),
    initial: { currency: seen },
    send: async ({ currency }) => {
      await save.mutateAsync({ lang: row.lang, seen, currency });
      toast(t`Saved, and in force.`);
      onClose();
    },
  });
  return (
    <Dialog title={t`By default: ${name}`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        <SelectField
          {...form.field('currency')}
          label={t`Currency`}
          onChange={(currency) => form.set('currency', currency)}
          options={row.choices.map((value) => ({ value, label: value }))}
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
