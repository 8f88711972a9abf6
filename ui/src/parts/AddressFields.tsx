/** Fields of a postal address, ordered, labelled and required by country (decisions.md §5). */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Country } from '../api/types';
import { type AddressField, fieldsOf, findCountry, isExtra, isRequired } from '../domain/address';
import { inNameOrder } from '../domain/personName';
import type { Problem } from '../domain/text';
import { useMessageText } from '../state/i18n';
import { useLang } from '../state/site';
import styles from './AddressFields.module.css';
import { Button } from './Button';
import { Field, SelectField } from './Field';
import { Icon } from './Icon';

const AUTOCOMPLETE: Record<AddressField, string> = {
  first_name: 'given-name',
  last_name: 'family-name',
  company: 'organization',
  country: 'country',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  county: 'address-level1',
  region: 'address-level1',
  postcode: 'postal-code',
  telephone: 'tel',
  // No autocomplete token exists.
  tax_id: 'off',
};

/** Labels by country; the country's data names the word. */
function useLabels(country: Country | undefined): Record<AddressField, string> {
  const { t } = useLingui();
  const words: Record<string, string> = {
    postal_code: t`Postal code`,
    postcode: t`Postcode`,
    zip: t`ZIP code`,
    pin: t`PIN code`,
    eircode: t`Eircode`,
    city: t`City`,
    town: t`Town or city`,
    suburb: t`Suburb`,
    district: t`District`,
    county: t`County`,
    province: t`Province`,
    state: t`State`,
    region: t`Region`,
    emirate: t`Emirate`,
    prefecture: t`Prefecture`,
    department: t`Department`,
    parish: t`Parish`,
    island: t`Island`,
    area: t`Area`,
  };
  const word = (key: string | undefined, fallback: string) => words[key ?? ''] ?? words[fallback] ?? fallback;
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    company: t`Company`,
    country: t`Country`,
    address1: t`Address line 1`,
    address2: t`Address line 2`,
    city: word(country?.city_label, 'city'),
    county: word(country?.county_label, 'county'),
    region: word(country?.region_label, 'region'),
    postcode: word(country?.postcode_label, 'postal_code'),
    telephone: t`Phone`,
    tax_id: t`Tax number`,
  };
}

/** Adapter to the form that contains the address. */
export interface AddressForm {
  read: (field: AddressField) => string;
  problemOf: (field: AddressField) => Problem | undefined;
  set: (field: AddressField, value: string) => void;
  blur: (field: AddressField) => void;
  /** Name of a field in the form. */
  nameOf: (field: AddressField) => string;
  /** Id of its control, which the error summary links. */
  idOf: (field: AddressField) => string;
  /** Whether the form has the field; all fields when absent. */
  has?: (field: AddressField) => boolean;
}

interface AddressFieldsProps {
  form: AddressForm;
  countries: Country[];
  /** Autocomplete section; absent when the form has one address. */
  section?: 'shipping' | 'billing';
  /** Below the country: items that do not ship there. */
  countryNotice?: ReactNode;
}

export function AddressFields({ form, countries, section, countryNotice }: AddressFieldsProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const { read, problemOf } = form;
  const country = findCountry(countries, read('country'));
  const labels = useLabels(country);
  const [opened, setOpened] = useState<ReadonlySet<AddressField>>(new Set());
  const justOpened = useRef<AddressField | null>(null);

  // Focus the field that was just added.
  useEffect(() => {
    if (!justOpened.current) return;
    document.getElementById(form.idOf(justOpened.current))?.focus();
    justOpened.current = null;
  });

  const all = inNameOrder(useLang(), fieldsOf(country)).filter((field) => form.has?.(field) ?? true);
  const isHidden = (field: AddressField) =>
    isExtra(country, field) && !opened.has(field) && read(field) === '' && !problemOf(field);
  const extras = all.filter(isHidden);

  const changeCountry = (id: string) => {
    // Replayed where a draft knows it.
    if (id === read('country')) return;
    form.set('country', id);
    // Regions belong to the previous country; the postal code is validated anew.
    form.set('region', '');
    form.set('postcode', read('postcode'));
    form.blur('postcode');
  };

  const control = (field: AddressField) => {
    const problem = problemOf(field);
    const shared = {
      id: form.idOf(field),
      name: form.nameOf(field),
      label: labels[field],
      value: read(field),
      required: isRequired(country, field),
      error: problem && say(problem),
      // Browsers fill in nothing that is not asked for.
      autoComplete: isHidden(field)
        ? 'off'
        : field !== 'tax_id' && section
          ? `${section} ${AUTOCOMPLETE[field]}`
          : AUTOCOMPLETE[field],
      onBlur: () => form.blur(field),
    };
    if (field === 'country') {
      return (
        <SelectField
          {...shared}
          options={countries.map(({ id, name: label }) => ({ value: id, label }))}
          placeholder={country ? undefined : t`Select a country`}
          onChange={changeCountry}
        />
      );
    }
    if (field === 'region' && country && country.regions.length > 0) {
      return (
        <SelectField
          {...shared}
          options={country.regions.map(({ id, name: label }) => ({ value: id, label }))}
          placeholder={t`Please select`}
          onChange={(value) => form.set(field, value)}
        />
      );
    }
    const hints: Partial<Record<AddressField, string>> = {
      address1: t`Street and number`,
      address2: t`Apartment, floor, building`,
      telephone: t`Only for delivery questions`,
      tax_id: t`Of your company, for the invoice`,
    };
    return (
      <Field
        {...shared}
        hint={hints[field]}
        type={field === 'telephone' ? 'tel' : 'text'}
        autoCapitalize={field === 'postcode' || field === 'tax_id' ? 'characters' : 'words'}
        onInput={(value) => form.set(field, value)}
      />
    );
  };

  const half = new Set<AddressField>(['first_name', 'last_name', 'city', 'county', 'region', 'postcode']);
  return (
    <div className={styles.fields}>
      {all.map((field) => (
        <div
          key={field}
          className={half.has(field) ? styles.half : styles.full}
          data-extra={isHidden(field) ? '' : undefined}
        >
          {control(field)}
          {field === 'country' && countryNotice}
        </div>
      ))}
      {extras.length > 0 && (
        <p className={styles.extras}>
          <span className="visually-hidden">
            <Trans>Add to this address:</Trans>
          </span>
          {extras.map((field) => (
            <Button
              key={field}
              variant="quiet"
              small
              onClick={() => {
                justOpened.current = field;
                setOpened(new Set([...opened, field]));
              }}
            >
              <Icon name="plus" size={16} />
              <span>{labels[field]}</span>
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}
