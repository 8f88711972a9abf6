/** Section 1: contact, address, shipping method. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { Checkout, Country } from '../../api/types';
import { EMAIL_MAX } from '../../domain/validate';
import { Checkbox, Field } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { MemberCardField } from '../../parts/MemberCardField';
import { useMessageText } from '../../state/i18n';
import { useSite } from '../../state/site';
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

/** With the points that this order earns. */
function MemberCard({ form, points }: { form: Form<Values>; points: number }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { values, problems } = form;
  const problem = problems.member_card;
  return (
    <div className={styles.group}>
      <MemberCardField
        id={idOf('member_card')}
        name="member_card"
        offer={t`Member card: earn ${plural(points, { one: '# point', other: '# points' })}`}
        value={values.member_card}
        error={problem && say({ id: problem.id, params: problem.params ?? {} })}
        onInput={(value) => form.set('member_card', value)}
        onBlur={() => form.blur('member_card')}
      >
        <p className={styles.points} role="status">
          {usableCard(values) !== '' &&
            t`This order earns ${plural(points, { one: '# point', other: '# points' })}, credited when it is complete.`}
        </p>
      </MemberCardField>
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
