/** An order that somebody takes by telephone: who calls, what, how it reaches them, how it is paid. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { ApiError } from '../../api/client';
import { fetchCustomer } from '../../api/customers';
import { useMay, useSelf } from '../../api/queries';
import { takeOrder, useTelephoneForm, useTelephoneGoods, useTelephonePlan } from '../../api/telephone';
import type { Currency, FoundItem, Lang, TelephoneForm, TelephoneOrder, TelephonePayment } from '../../api/types';
import { AddressFields } from '../../parts/AddressFields';
import type { AddressKind } from '../../parts/addressKinds';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { keepDraft, readDraft } from '../../parts/draft';
import { LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Fieldset } from '../../parts/Fieldset';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { GoodsPicker } from '../../parts/GoodsPicker';
import { itemsOf, qtyName } from '../../parts/goods';
import { LANGUAGE_NAMES } from '../../parts/language';
import { CheckField } from '../../parts/MoreFields';
import { Page, Section } from '../../parts/Page';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { Callers } from './Callers';
import { Choices } from './Choices';
import { addressOf, type Draft, emptyValues, isBegun, readOrder, type Values, valuesOf } from './draft';
import styles from './OrderNewScreen.module.css';
import { Summary } from './Summary';

const PLACE = 'order.new';

export default function OrderNewScreen() {
  const { t } = useLingui();
  const { data, error, refetch } = useTelephoneForm();
  const [taken, setTaken] = useState<TelephoneOrder>();
  const [count, setCount] = useState(0);
  const again = () => {
    setTaken(undefined);
    setCount(count + 1);
  };
  return (
    <Page
      title={t`Order by telephone`}
      above={<Back to="/orders">{t`Orders`}</Back>}
      lead={!taken && t`What you type stays on this device until the order is placed.`}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={10} />}
      {taken && <Taken taken={taken} onAgain={again} />}
      {data && !taken && <Taking key={count} options={data} onTaken={setTaken} onAgain={again} />}
    </Page>
  );
}

interface Props {
  options: TelephoneForm;
  onTaken: (taken: TelephoneOrder) => void;
  onAgain: () => void;
}

function Taking({ options, onTaken, onAgain }: Props) {
  const { t, i18n } = useLingui();
  const say = useMessageText();
  const { id: person } = useSelf();
  const mayFind = useMay('customers_read');
  const [empty] = useState(() => emptyValues(options, i18n.locale));
  const [kept] = useState<Draft | undefined>(() => readOrder(readDraft(person, PLACE)));
  const [goods, setGoods] = useState<FoundItem[]>(kept?.goods ?? []);
  const [key, setKey] = useState(() => kept?.key ?? crypto.randomUUID());
  const [q, setQ] = useState('');

  const form = useForm<Values>({
    id: 'telephone',
    initial: { ...empty, ...kept?.values },
    check: (values) => checked(values),
    send: async (values) => {
      const isCollected = values.shipping_method === 'pickup';
      try {
        const taken = await takeOrder({
          email: values.email ?? '',
          lang: values.lang as Lang,
          currency: values.currency as Currency,
          items: itemsOf(goods, values),
          shipping_address: addressOf(values, 'shipping_address'),
          billing_address: values.billing && !isCollected ? addressOf(values, 'billing_address') : null,
          shipping_method: values.shipping_method ?? '',
          payment: values.payment as TelephonePayment,
          member_card: values.member_card ?? '',
          total: plan.data?.totals.total ?? '',
          key,
        });
        keepDraft(person, PLACE, '');
        onTaken(taken);
      } catch (error) {
        // Whoever sends it once more, after they were told, means another order.
        if (error instanceof ApiError && error.id === 'order.take_twice') setKey(crypto.randomUUID());
        throw error;
      }
    },
  });
  const { values } = form;
  const value = (name: string) => values[name] ?? '';
  const currency = value('currency') as Currency;
  const country = value('shipping_address.country');
  const found = useTelephoneGoods({ q, currency, country });
  const items = itemsOf(goods, values);
  const method = value('shipping_method');
  const plan = useTelephonePlan({
    items,
    currency,
    country,
    shipping_method: method,
    email: value('email').trim(),
  });
  const isCollected = method === 'pickup';
  const ways = useWays(plan.data?.shipping, currency);
  const payments = usePayments(plan.data?.payments, isCollected);
  const field = (name: string) => ({ ...form.field(name), value: value(name), autoComplete: 'off' });

  const text = JSON.stringify({ values, goods, key } satisfies Draft);
  const begun = isBegun({ values, goods }, empty);
  useEffect(() => keepDraft(person, PLACE, begun ? text : ''), [person, begun, text]);

  const checked = (all: Values) => {
    const errors: Record<string, string> = {};
    if (goods.length === 0) errors.search = t`Find the goods, and choose at least one item.`;
    for (const { sku, name } of goods) {
      const typed = all[qtyName(sku)] ?? '';
      if (!/^[1-9]\d{0,5}$/.test(typed.trim())) errors[qtyName(sku)] = t`${name}: enter a number from 1.`;
    }
    if (!all.payment) errors.payment = t`Choose how it is paid.`;
    return errors;
  };

  const fill = async (customer: string) => {
    try {
      const known = valuesOf(await fetchCustomer(customer), options.pickup);
      for (const [name, text] of Object.entries(known)) form.set(name, text);
    } catch (error) {
      toast(say(error as ApiError));
    }
  };

  // From a customer’s page; what was begun before is not typed over.
  const caller = new URLSearchParams(useSearch()).get('customer');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (caller && mayFind && !begun) void fill(caller);
  }, []);

  const address = (kind: AddressKind) => (
    <AddressFields of={(name) => field(`${kind}.${name}`)} country={value(`${kind}.country`)} />
  );

  return (
    <Form form={form} label={t`Order by telephone`}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section
            id="telephone-customer"
            title={t`Customer`}
            actions={
              begun && (
                <Button
                  small
                  variant="quiet"
                  onPress={() => {
                    keepDraft(person, PLACE, '');
                    onAgain();
                  }}
                >{t`Clear the form`}</Button>
              )
            }
          >
            <div className={styles.fields}>
              {mayFind && <Callers onChoose={(customer) => void fill(customer)} />}
              <Pair>
                <Field
                  {...field('email')}
                  type="email"
                  label={t`Email address`}
                  hint={t`The order and how to pay go there.`}
                />
                <SelectField
                  {...field('lang')}
                  label={t`Writes in`}
                  options={options.languages.map(({ lang }) => ({
                    value: lang as string,
                    label: LANGUAGE_NAMES[lang],
                  }))}
                />
              </Pair>
              {plan.data?.account === 'linked' && (
                <p className={styles.quiet}>
                  <Trans>The order will stand in the account with this address.</Trans>
                </p>
              )}
              {plan.data?.account === 'unproved' && (
                <p className={styles.quiet}>
                  <Trans>
                    An account has this address, but its holder has not confirmed it yet: the order stays a guest’s.
                  </Trans>
                </p>
              )}
              <Field
                {...field('member_card')}
                label={t`Member card`}
                hint={t`Sixteen digits; it earns points.`}
                optional
              />
            </div>
          </Section>
          <Section id="telephone-goods" title={t`Goods`}>
            <div className={styles.fields}>
              <SelectField
                {...field('currency')}
                label={t`Currency`}
                options={options.currencies.map((one) => ({ value: one as string, label: one }))}
              />
              <GoodsPicker
                form={form}
                q={q}
                onSearch={setQ}
                found={found.data}
                failure={found.error}
                country={country}
                label={t`Chosen goods`}
                goods={goods}
                onGoods={setGoods}
                lines={plan.data?.lines}
                currency={currency}
              />
            </div>
          </Section>
          <Section id="telephone-way" title={t`Delivery`}>
            <div className={styles.fields}>
              <Choices
                id="telephone-shipping_method"
                label={t`Way of delivery`}
                value={method}
                error={form.errors.shipping_method}
                onChange={(way) => form.set('shipping_method', way)}
                options={ways}
              />
              {isCollected && options.pickup && <House pickup={options.pickup} />}
              <Fieldset legend={isCollected ? t`Address of the customer, for the invoice` : t`Delivery to`}>
                {address('shipping_address')}
              </Fieldset>
              {!isCollected && (
                <CheckField
                  id="telephone-billing"
                  checked={!value('billing')}
                  onChange={(isSame) => form.set('billing', isSame ? '' : 'own')}
                >
                  <Trans>The invoice goes to the same address</Trans>
                </CheckField>
              )}
              {!isCollected && value('billing') && (
                <Fieldset legend={t`Invoice to`}>{address('billing_address')}</Fieldset>
              )}
            </div>
          </Section>
          <Section id="telephone-money" title={t`Payment`}>
            <Choices
              id="telephone-payment"
              label={t`Way to pay`}
              value={value('payment')}
              error={form.errors.payment}
              onChange={(way) => form.set('payment', way)}
              options={payments}
            />
          </Section>
        </div>
        <div className={styles.summary}>
          <Summary plan={plan} currency={currency} isEmpty={items.length === 0} isBusy={form.isBusy} />
        </div>
      </div>
    </Form>
  );
}

/** The ways on which the goods can go; before goods are chosen none is known. */
function useWays(
  shipping: { method: string; name: string; amount: string; delivery: { from: string; to: string } }[] | undefined,
  currency: string,
) {
  const { t } = useLingui();
  const format = useFormat();
  return (shipping ?? []).map(({ method, name, amount, delivery }) => ({
    value: method,
    label: name,
    note: format.days(delivery.from, delivery.to),
    amount: Number(amount) === 0 ? t`at no charge` : format.money(amount, currency),
  }));
}

function usePayments(offered: TelephonePayment[] | undefined, isCollected: boolean) {
  const { t } = useLingui();
  const words: Record<TelephonePayment, { label: string; note: string }> = {
    card: { label: t`Card`, note: t`The letter leads to the page where it is paid.` },
    bank_transfer: { label: t`Bank transfer`, note: t`The letter gives the bank account and the reference.` },
    cheque: { label: t`Cheque`, note: t`The letter says where to send it.` },
    house: {
      label: t`At the house`,
      note: isCollected
        ? t`On collection; somebody books it on the order.`
        : t`Before it is sent; somebody books it on the order.`,
    },
  };
  return (offered ?? []).map((value) => ({ value: value as string, ...words[value] }));
}

function House({ pickup }: { pickup: NonNullable<TelephoneForm['pickup']> }) {
  const format = useFormat();
  const { address, postcode, city, opens, closes } = pickup;
  const days = format.weekdays(pickup.from_day, pickup.to_day);
  return (
    <p className={styles.quiet}>
      <span translate="no">
        {address}, {postcode} {city}
      </span>
      {' · '}
      {days}, {opens}–{closes}
    </p>
  );
}

function Taken({ taken, onAgain }: { taken: TelephoneOrder; onAgain: () => void }) {
  const { t } = useLingui();
  const format = useFormat();
  const { number, email } = taken;
  const unbroken = number.replace('-', '\u2011');
  const total = format.money(taken.total, taken.currency);
  const until = taken.hold_until && format.date(Date.parse(taken.hold_until));
  return (
    <Section id="telephone-taken" title={t`Order ${unbroken} is placed`}>
      <Notice tone="success" isLive>
        {until ? (
          <Trans>
            It comes to {total}. The goods are held until {until}; a letter to {email} says how to pay.
          </Trans>
        ) : (
          <Trans>It comes to {total}. There is nothing to pay.</Trans>
        )}
      </Notice>
      <Actions>
        <span className={styles.links}>
          <Link href={`/orders/${number}`}>{t`Open ${number}`}</Link>
          <Button onPress={onAgain}>{t`Take another order`}</Button>
        </span>
      </Actions>
    </Section>
  );
}
