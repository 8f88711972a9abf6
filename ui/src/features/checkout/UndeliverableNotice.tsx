/** Items that do not ship to the chosen country, with the alternatives (boutique.md §5). */

import { Trans, useLingui } from '@lingui/react/macro';
import type { Checkout, Country } from '../../api/types';
import { findCountry } from '../../domain/address';
import { urls } from '../../domain/urls';
import { Notice } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { RegionalSites } from '../../parts/RegionalSites';
import { useFormat, useMessageText } from '../../state/i18n';
import { useLang } from '../../state/site';

export function UndeliverableNotice({ checkout, countries }: { checkout: Checkout; countries: Country[] }) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const format = useFormat();
  const { not_shipping, shipping_methods, regional_sites } = checkout;
  const isUndeliverable = not_shipping.length > 0;
  if (!isUndeliverable && shipping_methods.length > 0) return null;
  const country = findCountry(countries, checkout.country)?.name ?? checkout.country;
  const name = format.list(not_shipping.map((item) => item.name));
  return (
    <Notice
      tone="warning"
      alert
      title={say({
        id: isUndeliverable ? 'checkout.notShipping' : 'checkout.country_not_served',
        params: { name, country },
      })}
    >
      <RegionalSites sites={regional_sites} />
      <p>
        {isUndeliverable && checkout.items.length > not_shipping.length ? (
          <Link href={urls.cart(lang)}>
            <Trans>Remove it in the bag and order the rest</Trans>
          </Link>
        ) : (
          <Link href={urls.cart(lang)}>{t`Back to the bag`}</Link>
        )}
      </p>
    </Notice>
  );
}
