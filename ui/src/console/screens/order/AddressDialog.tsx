/** Another address, name, telephone, company or VAT number, before anything has left. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ask } from '../../api/deeds';
import { useAddressForm } from '../../api/orders';
import type { OrderDetail } from '../../api/types';
import { Notice } from '../../parts/Feedback';
import { Field, SelectField } from '../../parts/Field';
import { Fieldset } from '../../parts/Fieldset';
import { Pair } from '../../parts/Form';
import { CheckField } from '../../parts/MoreFields';
import { type AddressKind, addressOf, changedBy, isSame, untouched, valuesOf } from './addresses';
import { useCountryWords } from './addressNames';
import { DeedDialog } from './DeedDialog';
import styles from './OrderScreen.module.css';
import { useDeedForm } from './useDeedForm';

interface Props {
  order: OrderDetail;
  onClose: () => void;
}

export function AddressDialog({ order, onClose }: Props) {
  const { t } = useLingui();
  const { number } = order;
  const [isBillingOwn, setBillingOwn] = useState(!isSame(order));
  /** What somebody else has changed since the form was opened. */
  const [foreign, setForeign] = useState<[key: string, text: string][]>([]);
  const form = useDeedForm<Record<string, string>>({
    id: 'address',
    order,
    initial: valuesOf(order),
    run: (values, seen) =>
      ask('order/set_addresses', {
        ...seen,
        shipping_address: addressOf(order.shipping_address, values, 'shipping_address'),
        billing_address: isBillingOwn ? addressOf(order.billing_address, values, 'billing_address') : null,
      }),
    onClash: (before, now, typed) => {
      const changed = changedBy(before, now);
      // Where both addresses are one, its lines are told once.
      setForeign(changed.filter(([, text], at) => changed.findIndex(([, other]) => other === text) === at));
      for (const [key, text] of untouched(before, now, typed)) form.set(key, text);
    },
    onClose,
  });
  const fields = { form, order };
  return (
    <DeedDialog
      title={t`Addresses of ${number}`}
      lead={
        <p>
          {order.invoices.length > 0 ? (
            <Trans>
              The customer is told by email. The invoice is corrected by itself, with a credit note and a new one, where
              it shows another address.
            </Trans>
          ) : (
            <Trans>The customer is told by email.</Trans>
          )}
        </p>
      }
      form={form}
      submit={t`Change the addresses`}
      onClose={onClose}
    >
      {foreign.length > 0 && (
        <Notice tone="warning" title={t`The order says now`}>
          <ul translate="no">
            {foreign.map(([key, text]) => (
              <li key={key}>{text || '–'}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Fieldset legend={t`Delivery to`}>
        <AddressFields {...fields} kind="shipping_address" />
      </Fieldset>
      <CheckField id="address-same" checked={!isBillingOwn} onChange={(isOn) => setBillingOwn(!isOn)}>
        <Trans>The invoice goes to the same address</Trans>
      </CheckField>
      {isBillingOwn && (
        <Fieldset legend={t`Invoice to`}>
          <AddressFields {...fields} kind="billing_address" />
        </Fieldset>
      )}
    </DeedDialog>
  );
}

interface FieldsProps {
  form: ReturnType<typeof useDeedForm<Record<string, string>>>;
  order: OrderDetail;
  kind: AddressKind;
}

function AddressFields({ form, order, kind }: FieldsProps) {
  const { t, i18n } = useLingui();
  const words = useCountryWords();
  const isDelivery = kind === 'shipping_address';
  const name = (field: string) => `${kind}.${field}`;
  const of = (field: string) => {
    const { value, ...rest } = form.field(name(field));
    return { ...rest, value: value ?? '', autoComplete: 'off' };
  };
  const country = isDelivery ? order.shipping_address.country : (form.values[name('country')] ?? '');
  const { data } = useAddressForm(country);
  const has = (field: string) => !data || data.country.fields.includes(field);
  const optional = (field: string) => Boolean(data) && !data?.country.required.includes(field);
  const byName = new Intl.Collator(i18n.locale).compare;
  const countries = (data?.countries ?? [{ id: country, name: country }])
    .map(({ id, name: label }) => ({ value: id, label }))
    .sort((a, b) => byName(a.label, b.label));
  const countryName = countries.find(({ value }) => value === country)?.label ?? country;
  const regions = data?.country.regions ?? [];
  return (
    <>
      <Pair>
        <Field {...of('first_name')} label={t`First name`} />
        <Field {...of('last_name')} label={t`Last name`} />
      </Pair>
      <Field {...of('company')} label={t`Company`} optional />
      <Field {...of('address1')} label={t`Street and number`} />
      <Field {...of('address2')} label={t`Further line`} optional />
      <Pair>
        {has('postcode') && <Field {...of('postcode')} label={t`Postal code`} short optional={optional('postcode')} />}
        {has('city') && <Field {...of('city')} label={t`Town or city`} optional={optional('city')} />}
      </Pair>
      {has('county') && data && <Field {...of('county')} label={words.county} optional={optional('county')} />}
      {has('region') && data && regions.length === 0 && (
        <Field {...of('region')} label={words.region(data.country.region_label)} optional={optional('region')} />
      )}
      {has('region') && data && regions.length > 0 && (
        <SelectField
          {...of('region')}
          label={words.region(data.country.region_label)}
          options={[{ value: '', label: '–' }, ...regions.map(({ id, name: label }) => ({ value: id, label }))]}
        />
      )}
      {isDelivery ? (
        <p className={styles.hint}>
          <Trans>
            {countryName}. The country stays, as VAT and shipping follow from it. For another one, cancel this order and
            enter it anew.
          </Trans>
        </p>
      ) : (
        <SelectField {...of('country')} label={t`Country`} options={countries} />
      )}
      <Field {...of('telephone')} label={t`Phone`} />
      <Field {...of('tax_id')} label={t`VAT number`} optional />
    </>
  );
}
