/** The fields of an address, as its country writes it. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useAddressForm } from '../api/orders';
import { useCountryWords } from './addressNames';
import { Field, type FieldProps, SelectField } from './Field';
import { Pair } from './Form';
import styles from './Goods.module.css';

type Taken = Pick<FieldProps, 'id' | 'value' | 'onChange' | 'error'>;

interface Props {
  /** What the control of a field takes. */
  of: (field: string) => Taken;
  country: string;
  /** In place of the choice of a country. */
  fixed?: ((countryName: string) => ReactNode) | undefined;
}

export function AddressFields({ of: given, country, fixed }: Props) {
  const { t, i18n } = useLingui();
  const words = useCountryWords();
  const of = (field: string) => ({ ...given(field), autoComplete: 'off' });
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
      {fixed ? (
        <p className={styles.hint}>{fixed(countryName)}</p>
      ) : (
        <SelectField {...of('country')} label={t`Country`} options={countries} />
      )}
      <Field {...of('telephone')} label={t`Phone`} />
      <Field {...of('tax_id')} label={t`VAT number`} optional />
    </>
  );
}
