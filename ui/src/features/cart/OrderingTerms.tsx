/** Where the bag can go and how it can be paid for: said before an order is begun (CRD art. 8(3)). */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useContext, useEffect } from 'preact/hooks';
import type { Cart, Country } from '../../api/types';
import { AnswersContext, useCall } from '../../api/useCall';
import { urls } from '../../domain/urls';
import { Skeleton } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { useFormat, useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
import { deliveryLimits, type Limit, notDelivered } from './limits';
import styles from './OrderingTerms.module.css';

/** Names that are read at a glance; a longer list is opened. */
const FEW = 12;

/** The countries of delivery, also for the checkout, which asks the same. */
export function useCountries(): Country[] | undefined {
  const answers = useContext(AnswersContext);
  const { data } = useCall('checkout/region', {}, { live: true });
  useEffect(() => {
    if (data) answers.set('checkout/region', {}, data);
  }, [answers, data]);
  return data;
}

export function OrderingTerms({ cart, countries }: { cart: Cart; countries: Country[] | undefined }) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { lang, default_country } = useSite();
  const checkout = useCall('checkout/index', {}, { live: true });

  const limits = countries ? deliveryLimits(cart.items, countries) : [];
  const country = countries?.find(({ id }) => id === default_country)?.name;
  const shut = country ? notDelivered(cart.items, default_country) : [];
  const standard = checkout.data?.shipping_methods[0];
  const dates = standard ? format.dateRange(standard.delivery_from, standard.delivery_to, false) : '';
  const served = countries?.length ?? 0;

  return (
    <dl class={styles.terms}>
      <div>
        <dt>{t`Delivery`}</dt>
        <dd aria-busy={countries || !checkout.loading ? 'false' : 'true'}>
          {!countries && <Skeleton lines={2} />}
          {countries && (
            <p>
              {limits.length === 0
                ? t`To ${plural(served, { one: '# country', other: '# countries' })}, listed at checkout.`
                : t`To ${plural(served, { one: '# country', other: '# countries' })}, listed at checkout, with these limits:`}
            </p>
          )}
          {limits.length > 0 && (
            <ul class={styles.limits}>
              {limits.map((limit) => (
                <LimitLine key={limit.items.join()} limit={limit} />
              ))}
            </ul>
          )}
          {shut.map(({ item_id, name }) => (
            <p key={item_id} class={styles.shut}>
              {say({ id: 'checkout.notShipping', params: { name, country: country ?? '' } })}
            </p>
          ))}
          {dates && standard && shut.length === 0 && (
            <p>{country ? t`${standard.name} to ${country}: ${dates}` : `${standard.name}: ${dates}`}</p>
          )}
          <p>
            <Link href={urls.help(lang, 'shipping-and-returns')}>{t`Shipping and returns`}</Link>
          </p>
        </dd>
      </div>
      <div>
        <dt>{t`Payment`}</dt>
        <dd aria-busy={checkout.loading ? 'true' : 'false'}>
          {checkout.loading && <Skeleton />}
          {checkout.error && <p>{t`The payment methods are shown at checkout.`}</p>}
          {checkout.data && <p>{format.list(checkout.data.payment_methods.map(({ name }) => name))}</p>}
        </dd>
      </div>
    </dl>
  );
}

function LimitLine({ limit }: { limit: Limit }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = format.list(limit.items);
  const countries = format.list(limit.countries);
  const count = limit.countries.length;
  if (count === 0) return <li>{t`${names}: not delivered at present`}</li>;
  if (count <= FEW) return <li>{t`${names}: only to ${countries}`}</li>;
  return (
    <li>
      <details>
        <summary>{t`${names}: only to ${plural(count, { one: '# country', other: '# countries' })}`}</summary>
        <p>{countries}</p>
      </details>
    </li>
  );
}
