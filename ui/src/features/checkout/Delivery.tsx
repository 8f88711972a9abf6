/** Section 1: contact, address, shipping method. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Checkout, Country } from '../../api/types';
import { PointsLink } from '../../layout/Points';
import { EmailField } from '../../parts/EmailField';
import { Checkbox } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { MemberCardField } from '../../parts/MemberCardField';
import { useSite } from '../../state/site';
import { useFields } from '../../state/useFields';
import type { Form } from '../../state/useForm';
import { AddressChoice } from './AddressChoice';
import styles from './CheckoutScreen.module.css';
import { idOf, type Values } from './form';
import { usableCard } from './placeArgs';
import { type Customer, startBilling } from './prefill';
import { ShippingMethods } from './ShippingMethods';
import { UndeliverableNotice } from './UndeliverableNotice';

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
  const { values } = form;
  const { text, checkbox } = useFields(form, idOf);
  const { accounts } = useSite();
  return (
    <section className={styles.section} aria-labelledby="checkout-delivery">
      <h2 id="checkout-delivery">{t`Contact and delivery`}</h2>

      {!customer && (
        <div className={styles.group}>
          <h3>{t`Contact`}</h3>
          <EmailField
            {...text('email')}
            hint={t`For the confirmation, otherwise only for delivery questions`}
            autoComplete="shipping email"
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
          {...checkbox('same_billing')}
          onChange={(same) => {
            form.set('same_billing', same);
            if (same) return;
            for (const [name, value] of Object.entries(startBilling(form.read)))
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

/** With the points that this order earns. */
function MemberCard({ form, points }: { form: Form<Values>; points: number }) {
  const { t } = useLingui();
  const { text } = useFields(form, idOf);
  return (
    <div className={styles.group}>
      <MemberCardField
        {...text('member_card')}
        offer={t`Member card: earn ${plural(points, { one: '# point', other: '# points' })}`}
      >
        <p className={styles.points} role="status">
          {usableCard(form.values) !== '' &&
            t`This order earns ${plural(points, { one: '# point', other: '# points' })}, credited when it is complete.`}
        </p>
        <p className={styles.points}>
          <PointsLink apart />
        </p>
      </MemberCardField>
    </div>
  );
}

/** Collapsed: guests are not asked twice (U3). */
function AccountOffer({ form }: { form: Form<Values> }) {
  const { t } = useLingui();
  const { checkbox } = useFields(form, idOf);
  const [isOpen, setOpen] = useState(false);
  const isWanted = form.values.create_account;
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
        {...checkbox('create_account')}
        hint={t`Optional. After the order we send a link to choose a password.`}
      >
        <Trans>Create an account with these details</Trans>
      </Checkbox>
    </details>
  );
}
