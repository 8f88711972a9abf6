/** Section 3: consent, items, totals; then the order button with its statutory label directly below the total. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../api/client';
import type { Checkout, Country } from '../../api/types';
import { findCountry } from '../../domain/address';
import { inLine } from '../../domain/format';
import { isZero } from '../../domain/money';
import { Button, ButtonLink } from '../../parts/Button';
import { LoadError, Notice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { NoWrap } from '../../parts/NoWrap';
import { OrderSummary } from '../../parts/OrderSummary';
import { useFormat, useMessageText } from '../../state/i18n';
import { useLang } from '../../state/site';
import type { Form } from '../../state/useForm';
import styles from './CheckoutScreen.module.css';
import { Consent } from './Consent';
import { idOf, nameOf, type Values } from './form';
import { Items } from './Items';
import { PendingOrderNotice } from './PendingOrderNotice';
import type { usePlacing } from './usePlacing';

interface ReviewProps {
  form: Form<Values>;
  checkout: Checkout;
  countries: Country[];
  updating: boolean;
  failure: ApiError | undefined;
  onRefresh: () => void;
  placing: ReturnType<typeof usePlacing>;
  /** Refusal of the order as a whole; field errors are shown at the fields. */
  refusal: ApiError | null;
  cartUrl: string;
}

export function Review(props: ReviewProps) {
  const { form, checkout, countries, updating, failure, onRefresh, placing, refusal, cartUrl } = props;
  const { t } = useLingui();
  const say = useMessageText();
  const { items, totals, promo, bed_terms_required } = checkout;
  const { phase } = placing;
  const isEmployee = promo !== null && promo.status === 'applied';
  const reason = useReason(props);
  const isSending = phase === 'placing' || phase === 'placed' || phase === 'checking';
  return (
    <section className={styles.section} aria-labelledby="checkout-review">
      <h2 id="checkout-review">{t`Review`}</h2>
      <Consent form={form} needsBedTerms={bed_terms_required} />

      <div className={styles.review} aria-busy={updating ? 'true' : 'false'}>
        <div className={styles.reviewHead}>
          <h3>{t`What you are ordering`}</h3>
          <Link href={cartUrl}>{t`Change the bag`}</Link>
        </div>
        <Items items={items} currency={totals.currency} country={checkout.country} />
        <Recap form={form} checkout={checkout} countries={countries} />
        {promo && promo.status !== 'applied' && (
          <Notice tone="warning" title={say({ id: `promo.${promo.status}`, params: {} })} />
        )}
        {isEmployee && !isZero(totals.discount_amount) && (
          <p className="legal">
            <Trans>The employee price reduces the goods alone, not taxes or shipping.</Trans>
          </p>
        )}
        <OrderSummary totals={totals} employeePercent={promo?.percentage} />
      </div>

      <div className={styles.order}>
        {failure && <LoadError error={failure} onRetry={onRefresh} />}
        {refusal && !isSending && (
          <RefusalNotice refusal={refusal} checkout={checkout} updating={updating} cartUrl={cartUrl} />
        )}
        <Button
          type="submit"
          block
          busy={isSending}
          busyLabel={t`Placing order…`}
          disabled={updating || reason !== null || phase === 'unanswered'}
          aria-describedby={reason ? 'checkout-blocked' : undefined}
        >
          {t`Order with obligation to pay`}
        </Button>
        {reason && (
          <p id="checkout-blocked" className={styles.reason}>
            {reason}
          </p>
        )}
        <PendingOrderNotice phase={phase} onCheck={placing.check} />
      </div>
    </section>
  );
}

/** Why the order cannot be placed; null when it can. */
function useReason({ checkout, countries, failure, updating, cartUrl }: ReviewProps) {
  const { t } = useLingui();
  const format = useFormat();
  if (failure) return <Trans>The total could not be brought up to date, so nothing can be ordered yet.</Trans>;
  if (updating) return null;
  const country = findCountry(countries, checkout.country)?.name ?? checkout.country;
  const countryId = idOf(nameOf('shipping', 'country'));
  if (checkout.not_shipping.length > 0 || checkout.shipping_methods.length === 0) {
    const names = format.list(checkout.not_shipping.map((item) => item.name));
    const why = names
      ? t`${names}: not shipped to this country (${country}).`
      : t`We do not ship to this country: ${country}.`;
    return (
      <>
        {`${why} `}
        <a
          href={`#${countryId}`}
          onClick={(event) => {
            event.preventDefault();
            const control = document.getElementById(countryId);
            control?.focus({ preventScroll: true });
            control?.scrollIntoView({ block: 'center' });
          }}
        >{t`Choose another country`}</a>
      </>
    );
  }
  if (checkout.items.some((item) => item.notice)) {
    return (
      <Trans>
        Some items cannot be ordered as they stand. <Link href={cartUrl}>Back to the bag</Link>
      </Trans>
    );
  }
  return null;
}

/** Delivery and payment, one line each. */
function Recap({ form, checkout, countries }: Pick<ReviewProps, 'form' | 'checkout' | 'countries'>) {
  const { t } = useLingui();
  const format = useFormat();
  const lang = useLang();
  const { values } = form;
  const carrier = checkout.shipping_methods.find(({ code }) => code === checkout.shipping_method);
  const payment = checkout.payment_methods.find(({ code }) => code === values.payment_method);
  const dates = carrier ? format.dateRange(carrier.delivery_from, carrier.delivery_to, false) : '';
  const city = values[nameOf('shipping', 'city')].trim();
  const place = inLine(lang, [city, findCountry(countries, checkout.country)?.name ?? ''].filter(Boolean));
  const rows: [string, string][] = [[t`Delivery to`, place]];
  if (carrier) rows.push([carrier.name, dates]);
  rows.push([t`Payment`, payment?.name ?? t`Not chosen yet`]);
  return (
    <dl className={styles.recap}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <NoWrap>{value}</NoWrap>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shown when the order as a whole was refused. */
function RefusalNotice({
  refusal,
  checkout,
  updating,
  cartUrl,
}: {
  refusal: ApiError;
  checkout: Checkout;
  updating: boolean;
  cartUrl: string;
}) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { total, currency } = checkout.totals;
  const sum = format.money(total, currency);
  const tag = refusal.fields.promo_tag;
  const isOfTotal = refusal.id === 'checkout.total_changed';
  return (
    <Notice
      tone="error"
      alert
      title={say(refusal)}
      actions={
        <ButtonLink small variant="secondary" href={cartUrl}>
          {t`Back to the bag`}
        </ButtonLink>
      }
    >
      {tag && <p>{say(tag)}</p>}
      {isOfTotal && !updating && <p>{t`The total is now ${sum}. Nothing has been ordered.`}</p>}
      {!isOfTotal && <p>{t`Nothing has been ordered.`}</p>}
    </Notice>
  );
}
