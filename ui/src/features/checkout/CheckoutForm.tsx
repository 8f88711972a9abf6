/** Checkout form: contact and delivery, payment, review; the order summary beside it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ApiError } from '../../api/client';
import type { Args, Checkout, Country } from '../../api/types';
import { findCountry } from '../../domain/address';
import { addressClass } from '../../domain/addressClass';
import { inNameOrder } from '../../domain/personName';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { ErrorSummary } from '../../parts/ErrorSummary';
import { Link } from '../../parts/Link';
import { loadCheckoutDraft, saveCheckoutDraft } from '../../state/formDraft';
import { useFormat, useMessageText } from '../../state/i18n';
import { announce } from '../../state/liveRegion';
import { useNotify } from '../../state/notify';
import { registrationPrefillStore } from '../../state/registrationPrefill';
import { useLang, usePageInfo, useSentForm, useSite } from '../../state/site';
import { useFields } from '../../state/useFields';
import { useForm, wholeRefusal } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { check, namesInOrder, problemsOf } from './check';
import { Delivery } from './Delivery';
import { emptyValues, idOf, nameOf, type Values } from './form';
import { Payment } from './Payment';
import { placeArgs, usableCard } from './placeArgs';
import { type Customer, customerValues, restoreDraft, sentValues } from './prefill';
import { Review } from './Review';
import { Summary } from './Summary';
import type { usePlacing } from './usePlacing';

interface CheckoutFormProps {
  checkout: Checkout;
  countries: Country[];
  /** The order is being recalculated; the last answer is shown. */
  updating: boolean;
  /** The recalculation failed. */
  failure: ApiError | undefined;
  refresh: () => void;
  ask: (args: Args<'checkout/index'>) => void;
  placing: ReturnType<typeof usePlacing>;
  /** Null for a guest. */
  customer: Customer | null;
  onErrors: (hasErrors: boolean) => void;
}

export function CheckoutForm(props: CheckoutFormProps) {
  const { checkout, countries, updating, failure, refresh, ask, placing, customer, onErrors } = props;
  const { t } = useLingui();
  const lang = useLang();
  const format = useFormat();
  const notify = useNotify();
  const sent = useSentForm('checkout/place');
  const { attempt } = usePageInfo();
  // Country of the first answer, unless that was asked for one.
  const preset = useRef(sent ? '' : checkout.country).current;
  const [fresh] = useState(() => {
    const known = customer ? customerValues(checkout.country, customer) : emptyValues(checkout.country);
    return sent ? sentValues(known, sent, customer) : known;
  });
  const form = useForm<Values>(fresh, (values) => check(values, countries, checkout), sent);
  const { values, submitCount } = form;

  // Restored after hydration, once: the server does not know this tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => {
    const draft = loadCheckoutDraft(emptyValues(preset));
    if (!draft) return;
    const restored = restoreDraft(draft, fresh, customer);
    const country = nameOf('shipping', 'country');
    if (!findCountry(countries, restored[country])) restored[country] = preset;
    form.reset(restored);
  }, []);
  useEffect(() => {
    if (values !== fresh) saveCheckoutDraft(values);
  }, [values, fresh]);

  const country = values[nameOf('shipping', 'country')];
  const carrier = values.shipping_method;
  const card = usableCard(values);
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    const isPreset = country === preset && carrier === '' && card === '';
    asking.current(isPreset ? {} : { country, shipping_method: carrier, member_card: card });
  }, [country, carrier, card, preset]);

  // Discard restored choices that the shop no longer offers.
  const isCarrierUnknown = failure?.fields.shipping_method !== undefined;
  const isCountryUnknown = failure?.fields.country !== undefined;
  const { set } = form;
  useEffect(() => {
    if (isCarrierUnknown) set('shipping_method', '');
    if (isCountryUnknown) set(nameOf('shipping', 'country'), preset);
  }, [isCarrierUnknown, isCountryUnknown, set, preset]);

  const total = format.money(checkout.totals.total, checkout.totals.currency);
  const announcedTotal = useRef(total);
  useEffect(() => {
    if (updating || announcedTotal.current === total) return;
    announcedTotal.current = total;
    announce(t`The total is now ${total}`);
  }, [total, updating, t]);

  const { refusal } = placing;
  const [sentRefusal, setSentRefusal] = useState(() => wholeRefusal(sent, namesInOrder(fresh, countries)));
  // On refusal: messages go to their fields, and the order is recalculated.
  const handleRefusal = useRef<(refused: ApiError) => void>(() => {});
  handleRefusal.current = (refused) => {
    notify.refusal(refused);
    const found = problemsOf(refused.fields, values, countries);
    if (Object.keys(found).length > 0) form.reject(found);
    refresh();
  };
  useEffect(() => {
    if (refusal) handleRefusal.current(refusal);
  }, [refusal]);
  const isOfFields = refusal !== null && Object.keys(problemsOf(refusal.fields, values, countries)).length > 0;

  const { errorsOf } = useFields(form, idOf);
  const say = useMessageText();
  const whole = sentRefusal ? [{ id: 'checkout-review', message: say(sentRefusal) }] : [];
  const errors = [...whole, ...errorsOf(inNameOrder(lang, namesInOrder(values, countries)))];
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);

  const place = () => {
    placing.dismiss();
    setSentRefusal(undefined);
    if (!form.submit()) return;
    if (!customer && values.create_account) registrationPrefillStore.set({ isRequested: true });
    placing.place(placeArgs(values, countries, checkout));
  };

  return (
    <div className={styles.page}>
      <ErrorSummary errors={errors} submitCount={submitCount} />
      <CheckoutHeading customer={customer} />
      <div className={styles.grid}>
        <Summary checkout={checkout} updating={updating} />
        <PostForm call="checkout/place" className={styles.sections} onSubmit={place}>
          {/* Enter does not submit: only the button places an order, and this is the form's first. */}
          <button type="submit" disabled hidden />
          <input type="hidden" name="idempotency_key" value={attempt ?? ''} />
          <input type="hidden" name="expected_total" value={checkout.totals.total} />
          <input type="hidden" name="expected_currency" value={checkout.totals.currency} />
          {customer && <input type="hidden" name="email" value={customer.user.email} />}
          <Delivery form={form} countries={countries} checkout={checkout} updating={updating} customer={customer} />
          <Payment form={form} methods={checkout.payment_methods} />
          <Review
            form={form}
            checkout={checkout}
            countries={countries}
            updating={updating}
            failure={failure}
            onRefresh={refresh}
            placing={placing}
            refusal={isOfFields ? null : (refusal ?? sentRefusal ?? null)}
            cartUrl={urls.cart(lang)}
          />
        </PostForm>
      </div>
    </div>
  );
}

/** Guest or customer, with the login below (U3). */
function CheckoutHeading({ customer }: { customer: Customer | null }) {
  const { t } = useLingui();
  const { lang, accounts } = useSite();
  const email = customer?.user.email ?? '';
  return (
    <header className={styles.header}>
      {!customer && (
        <p className="overline">
          <Trans>Guest checkout</Trans>
        </p>
      )}
      <h1 tabIndex={-1}>{t`Checkout`}</h1>
      <p className={styles.intro}>
        <span>
          {customer ? (
            <Trans>
              You order as <span className={addressClass(email)}>{email}</span>.
            </Trans>
          ) : (
            <Trans>You need no account to order.</Trans>
          )}
        </span>
        {!customer && accounts && (
          <>
            {' '}
            <Link href={urls.login(lang, urls.checkout(lang))}>{t`Log in to your account`}</Link>
          </>
        )}
      </p>
    </header>
  );
}
