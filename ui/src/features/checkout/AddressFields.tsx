/** The fields of an address as its country has them: their order, their names, which must be filled (decisions.md §5). */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Country } from '../../api/types';
import { Button } from '../../parts/Button';
import { Field, SelectField } from '../../parts/Field';
import { Icon } from '../../parts/Icon';
import { useMessageText } from '../../state/i18n';
import type { Form } from '../../state/useForm';
import styles from './AddressFields.module.css';
import {
  type AddressField,
  type AddressKind,
  fieldsOf,
  findCountry,
  hasField,
  idOf,
  isExtra,
  isRequired,
  nameOf,
  type Values,
} from './form';

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
  // There is no token for it.
  tax_id: 'off',
};

/** What a field is called in a country; the country's entry names the word. */
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

interface AddressFieldsProps {
  kind: AddressKind;
  form: Form<Values>;
  countries: Country[];
  /** Stands below the country: what does not go there. */
  countryNotice?: ComponentChildren;
}

export function AddressFields({ kind, form, countries, countryNotice }: AddressFieldsProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const { values, problems } = form;
  const country = findCountry(countries, values[nameOf(kind, 'country')]);
  const labels = useLabels(country);
  const [opened, setOpened] = useState<ReadonlySet<AddressField>>(new Set());
  const justOpened = useRef<AddressField | null>(null);

  // Whoever asks for a field wants to fill it.
  useEffect(() => {
    if (!justOpened.current) return;
    document.getElementById(idOf(nameOf(kind, justOpened.current)))?.focus();
    justOpened.current = null;
  });

  const all = fieldsOf(country).filter((field) => hasField(kind, field, values.same_billing));
  const isHidden = (field: AddressField) => {
    const name = nameOf(kind, field);
    return isExtra(country, field) && !opened.has(field) && values[name] === '' && !problems[name];
  };
  const shown = all.filter((field) => !isHidden(field));
  const extras = all.filter(isHidden);

  const changeCountry = (id: string) => {
    form.set(nameOf(kind, 'country'), id);
    // Its regions are of the country left behind; its postal code is judged anew.
    form.set(nameOf(kind, 'region'), '');
    form.set(nameOf(kind, 'postcode'), values[nameOf(kind, 'postcode')]);
    form.blur(nameOf(kind, 'postcode'));
  };

  const control = (field: AddressField) => {
    const name = nameOf(kind, field);
    const problem = problems[name];
    const shared = {
      id: idOf(name),
      name,
      label: labels[field],
      value: values[name],
      required: isRequired(country, field),
      error: problem && say({ id: problem.id, params: problem.params ?? {} }),
      autoComplete: field === 'tax_id' ? 'off' : `${kind} ${AUTOCOMPLETE[field]}`,
      onBlur: () => form.blur(name),
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
          onChange={(value) => form.set(name, value)}
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
        onInput={(value) => form.set(name, value)}
      />
    );
  };

  const half = new Set<AddressField>(['first_name', 'last_name', 'city', 'county', 'region', 'postcode']);
  return (
    <div class={styles.fields}>
      {shown.map((field) => (
        <div key={field} class={half.has(field) ? styles.half : styles.full}>
          {control(field)}
          {field === 'country' && countryNotice}
        </div>
      ))}
      {extras.length > 0 && (
        <p class={styles.extras}>
          <span class="visually-hidden">
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
