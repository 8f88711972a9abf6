/** Section 1: contact, address, shipping method. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Checkout, Country } from '../../api/types';
import { findCountry } from '../../domain/address';
import { isZero, subtract } from '../../domain/money';
import { urls } from '../../domain/urls';
import { EMAIL_MAX } from '../../domain/validate';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Checkbox, Field, RadioCards } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { Link } from '../../parts/Link';
import { useFormat, useMessageText } from '../../state/i18n';
import { useLang, useSite } from '../../state/site';
import type { Form } from '../../state/useForm';
import { AddressChoice } from './AddressChoice';
import styles from './CheckoutScreen.module.css';
import { type Customer, idOf, startBilling, usableCard, type Values } from './form';

export interface DeliveryProps {
  form: Form<Values>;
  countries: Country[];
  checkout: Checkout;
  updating: boolean;
  /** Null for a guest. */
  customer: Customer | null;
}

export function Delivery({ form, countries, checkout, updating, customer }: DeliveryProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const { values, problems } = form;
  const { accounts } = useSite();
  const email = problems.email;
  return (
    <section className={styles.section} aria-labelledby="checkout-delivery">
      <h2 id="checkout-delivery">{t`Contact and delivery`}</h2>

      {!customer && (
        <div className={styles.group}>
          <h3>{t`Contact`}</h3>
          <Field
            id={idOf('email')}
            name="email"
            type="email"
            label={t`Email`}
            hint={t`For the confirmation, otherwise only for delivery questions`}
            required
            value={values.email}
            error={email && say({ id: email.id, params: email.params ?? {} })}
            autoComplete="shipping email"
            autoCapitalize="none"
            inputMode="email"
            maxLength={EMAIL_MAX}
            onInput={(value) => form.set('email', value)}
            onBlur={() => form.blur('email')}
          />
        </div>
      )}

      <fieldset className={styles.group}>
        <legend>
          <h3>{t`Delivery address`}</h3>
        </legend>
        <AddressChoice
          kind="shipping"
          form={form}
          countries={countries}
          customer={customer}
          countryNotice={!updating && <UndeliverableNotice checkout={checkout} countries={countries} />}
        />
        <Checkbox
          id={idOf('same_billing')}
          name="same_billing"
          checked={values.same_billing}
          onChange={(same) => {
            form.set('same_billing', same);
            if (same) return;
            for (const [name, value] of Object.entries(startBilling(values)))
              form.set(name as 'email', value as string);
          }}
        >
          <Trans>The invoice goes to the same address</Trans>
        </Checkbox>
      </fieldset>

      {!values.same_billing && (
        <fieldset className={styles.group}>
          <legend>
            <h3>{t`Billing address`}</h3>
          </legend>
          <AddressChoice kind="billing" form={form} countries={countries} customer={customer} />
        </fieldset>
      )}

      <ShippingMethods form={form} checkout={checkout} updating={updating} />
      <div className={styles.extras}>
        <MemberCard form={form} points={checkout.points} />
        {accounts && !customer && <AccountOffer form={form} />}
      </div>
    </section>
  );
}

/** Items that do not ship to the chosen country, with the alternatives (boutique.md §5). */
function UndeliverableNotice({ checkout, countries }: { checkout: Checkout; countries: Country[] }) {
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
      {regional_sites.length > 0 && (
        <ul className={styles.sites}>
          {regional_sites.map((site) => (
            <li key={site.url}>
              <a href={site.url}>{site.name}</a>
            </li>
          ))}
        </ul>
      )}
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

function ShippingMethods({ form, checkout, updating }: Pick<DeliveryProps, 'form' | 'checkout' | 'updating'>) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { values, problems } = form;
  const { shipping_methods, totals } = checkout;
  if (shipping_methods.length === 0) return null;
  const asked = values.shipping_method;
  const isOffered = shipping_methods.some(({ code }) => code === asked);
  const problem = problems.shipping_method;
  return (
    <div className={styles.group} aria-busy={updating ? 'true' : 'false'}>
      <h3>{t`Shipping`}</h3>
      <RadioCards
        id={idOf('shipping_method')}
        legend={t`Shipping method`}
        legendHidden
        required
        // The shipping method that the totals include.
        value={updating && isOffered ? asked : checkout.shipping_method}
        onChange={(code) => form.set('shipping_method', code)}
        error={problem && say({ id: problem.id, params: problem.params ?? {} })}
        options={shipping_methods.map((method) => {
          const price = subtract(method.amount, method.discount);
          const dates = format.dateRange(method.delivery_from, method.delivery_to, false);
          return {
            value: method.code,
            label: method.name,
            note: (
              <>
                <span className={styles.dates}>
                  <Trans>Delivery {dates}</Trans>
                </span>
                {method.note && <span className={styles.note}>{method.note}</span>}
              </>
            ),
            aside: isZero(price) ? t`Free` : format.money(price, totals.currency),
          };
        })}
      />
    </div>
  );
}

function MemberCard({ form, points }: { form: Form<Values>; points: number }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { brand } = useSite();
  const [isOpen, setOpen] = useState(false);
  const isNew = useRef(false);
  const { values, problems } = form;
  const problem = problems.member_card;
  const shown = isOpen || values.member_card !== '' || problem !== undefined;
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    document.getElementById(idOf('member_card'))?.focus();
  });
  return (
    <div className={styles.group}>
      {!shown && (
        <p>
          <Button
            variant="quiet"
            small
            onClick={() => {
              isNew.current = true;
              setOpen(true);
            }}
          >
            <Icon name="plus" size={16} />
            <span>{t`Member card: earn ${plural(points, { one: '# point', other: '# points' })}`}</span>
          </Button>
        </p>
      )}
      {shown && (
        <>
          <Field
            id={idOf('member_card')}
            name="member_card"
            label={t`Member card number`}
            hint={t`16 digits, of the loyalty programme that ${brand} belongs to`}
            value={values.member_card}
            error={problem && say({ id: problem.id, params: problem.params ?? {} })}
            inputMode="numeric"
            autoComplete="off"
            onInput={(value) => form.set('member_card', value)}
            onBlur={() => form.blur('member_card')}
          />
          <p className={styles.points} role="status">
            {usableCard(values) !== '' &&
              t`This order earns ${plural(points, { one: '# point', other: '# points' })}, credited when it is complete.`}
          </p>
        </>
      )}
    </div>
  );
}

/** Collapsed: guests are not asked twice (U3). */
function AccountOffer({ form }: { form: Form<Values> }) {
  const { t } = useLingui();
  const { values, set } = form;
  const [isOpen, setOpen] = useState(false);
  const isWanted = values.create_account;
  // Opened when restored values have it checked.
  useEffect(() => {
    if (isWanted) setOpen(true);
  }, [isWanted]);
  return (
    <details className={styles.offer} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="plus" size={16} />
        <span>{t`An account for next time`}</span>
      </summary>
      <Checkbox
        id={idOf('create_account')}
        name="create_account"
        checked={isWanted}
        onChange={(wanted) => set('create_account', wanted)}
        hint={t`Optional. After the order we send a link to choose a password.`}
      >
        <Trans>Create an account with these details</Trans>
      </Checkbox>
    </details>
  );
}
