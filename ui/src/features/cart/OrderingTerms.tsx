/**
 * Delivery restrictions and payment methods, shown before the order begins (CRD art. 8(3)). Beside the summary, so that its
 * button is above the fold.
 */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import type { Answer, Cart } from '../../api/types';
import { AnswersContext, useCall } from '../../api/useCall';
import { urls } from '../../domain/urls';
import { Skeleton } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { useAlsoOnPage } from '../../parts/paymentNotes';
import { RegionalSites } from '../../parts/RegionalSites';
import { Scriptless } from '../../parts/Scriptless';
import { useFormat, useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
import { type Destination, destinations, notDelivered } from './destinations';
import styles from './OrderingTerms.module.css';

/** Longer lists are collapsed. */
const MAX_SHOWN = 12;

export function OrderingTerms({ cart }: { cart: Cart }) {
  const { t } = useLingui();
  const format = useFormat();
  const { lang } = useSite();
  const alsoOnPage = useAlsoOnPage();
  const { data: countries } = useCall('checkout/region', {}, { live: true });
  const checkout = useCall('checkout/index', {});

  // Rendered at once, to avoid two layout shifts.
  const isKnown = countries !== undefined && (checkout.data ?? checkout.error) !== undefined;
  return (
    <dl id="cart-terms" className={styles.terms}>
      <div>
        <dt>{t`Delivery`}</dt>
        <dd>
          <div className={styles.fetched} aria-busy={isKnown ? 'false' : 'true'}>
            {isKnown ? <Delivery cart={cart} countries={countries} checkout={checkout.data} /> : <Skeleton lines={2} />}
          </div>
          <Scriptless>{import.meta.env.SSR && <Rendered cart={cart} />}</Scriptless>
          <p>
            <Link href={urls.help(lang, 'shipping-and-returns')}>{t`Shipping and returns`}</Link>
          </p>
        </dd>
      </div>
      <div>
        <dt>{t`Payment`}</dt>
        <dd aria-busy={checkout.loading ? 'true' : 'false'}>
          {checkout.loading && !checkout.data && <Skeleton lines={2} />}
          {checkout.error && <p>{t`The payment methods are shown at checkout.`}</p>}
          {checkout.data && <p>{format.list(checkout.data.payment_methods.map(({ name }) => name))}</p>}
          {checkout.data?.payment_methods.map((option) => {
            const also = alsoOnPage(option);
            return also && <p key={option.code}>{also}</p>;
          })}
        </dd>
      </div>
    </dl>
  );
}

interface DeliveryProps {
  cart: Cart;
  countries: Answer<'checkout/region'>;
  /** Undefined where it was refused. */
  checkout: Answer<'checkout/index'> | undefined;
}

/** Where the items go, and when. */
function Delivery({ cart, countries, checkout }: DeliveryProps) {
  const say = useMessageText();
  const { t } = useLingui();
  const format = useFormat();
  const { default_country } = useSite();
  const [widest, ...limited] = destinations(cart.items, countries);
  const country = countries.find(({ id }) => id === default_country)?.name;
  const shut = country ? notDelivered(cart.items, default_country) : [];
  const standard = checkout?.shipping_methods[0];
  const dates = standard ? format.dateRange(standard.delivery_from, standard.delivery_to, false) : '';
  const name = standard?.name ?? '';
  // Country of the estimate.
  const carrier = country ? t`${name} (${country})` : name;
  return (
    <>
      {widest && <Countries of={widest} />}
      {limited.length > 0 && (
        <ul className={styles.limits}>
          {limited.map((destination) => (
            <li key={destination.items.join()}>
              <Countries of={destination} isLimit />
            </li>
          ))}
        </ul>
      )}
      {shut.map(({ item_id, name }) => (
        <p key={item_id} className={styles.shut}>
          {say({ id: 'checkout.notShipping', params: { name, country: country ?? '' } })}
        </p>
      ))}
      {shut.length > 0 && <RegionalSites sites={checkout?.regional_sites ?? []} />}
      {dates && shut.length === 0 && (
        <p>
          <Trans>
            {carrier}: <span className={styles.dates}>{dates}</span>
          </Trans>
        </p>
      )}
    </>
  );
}

/** The same without scripts, of what only the server is told (`src/http/pages/routes.rs`). */
function Rendered({ cart }: { cart: Cart }) {
  const answers = useContext(AnswersContext);
  const countries = answers.get('checkout/region', {});
  return countries && <Delivery cart={cart} countries={countries} checkout={answers.get('checkout/index', {})} />;
}

/** Countries, collapsed when long; a restriction names its items. */
function Countries({ of, isLimit = false }: { of: Destination; isLimit?: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = format.list(of.items);
  const countries = format.list(of.countries);
  const count = of.countries.length;
  if (count === 0) return <p>{t`${names}: not delivered at present`}</p>;
  if (count <= MAX_SHOWN)
    return <p>{isLimit ? t`${names}: only to these countries: ${countries}` : t`To these countries: ${countries}`}</p>;
  return (
    <details>
      <summary>
        {isLimit
          ? t`${names}: only to ${plural(count, { one: '# country', other: '# countries' })}`
          : t`To ${plural(count, { one: '# country', other: '# countries' })}`}
      </summary>
      <p>{countries}</p>
    </details>
  );
}
