/**
 * Fields of a postal address by country: presence, order, required, validation. Mirrors `domain/validate.rs`. Knows no form
 * and no component.
 */

import type { Address, Country } from '../api/types';
import * as validate from './validate';

export type AddressKind = 'shipping' | 'billing';
export type AddressField =
  | 'first_name'
  | 'last_name'
  | 'company'
  | 'country'
  | 'address1'
  | 'address2'
  | 'city'
  | 'county'
  | 'region'
  | 'postcode'
  | 'telephone'
  | 'tax_id';

export const ADDRESS_FIELDS: readonly AddressField[] = [
  'first_name',
  'last_name',
  'company',
  'country',
  'address1',
  'address2',
  'city',
  'county',
  'region',
  'postcode',
  'telephone',
  'tax_id',
];

export function findCountry(countries: readonly Country[], id: string): Country | undefined {
  return countries.find((country) => country.id === id);
}

/** Fields of an address form in the country's order. */
export function fieldsOf(country: Country | undefined): AddressField[] {
  const lines = (country?.fields ?? ['address1', 'address2', 'postcode', 'city']) as AddressField[];
  return ['first_name', 'last_name', 'company', 'country', ...lines, 'telephone', 'tax_id'];
}

export function isRequired(country: Country | undefined, field: AddressField): boolean {
  switch (field) {
    case 'first_name':
    case 'last_name':
    case 'country':
    case 'address1':
    case 'telephone':
      return true;
    case 'postcode':
    case 'city':
    case 'county':
    case 'region':
      return country ? country.required.includes(field) : field === 'postcode' || field === 'city';
    default:
      return false;
  }
}

/** Optional fields hidden behind a button (U2). */
export function isExtra(country: Country | undefined, field: AddressField): boolean {
  return ['company', 'address2', 'county', 'tax_id'].includes(field) && !isRequired(country, field);
}

export function checkAddressField(
  field: AddressField,
  value: string,
  country: Country | undefined,
  kind: AddressKind,
): validate.Problem | null {
  const required = isRequired(country, field);
  switch (field) {
    case 'first_name':
      return validate.firstName(value);
    case 'last_name':
      return validate.lastName(value);
    case 'company':
      return validate.company(value);
    case 'country':
      if (value === '') return { id: 'address.country_empty' };
      return country ? null : { id: 'address.country_unknown' };
    case 'address1':
      return validate.street(value, kind);
    case 'address2':
      return validate.secondLine(value);
    case 'city':
      return validate.city(value, required);
    case 'county':
      return validate.region(value, required, 'county');
    case 'region':
      return validate.region(value, required, country?.region_label ?? '');
    case 'postcode': {
      const pattern = country?.postcode_pattern ?? '';
      return validate.postcode(value, { required, pattern, example: country?.postcode_example ?? '' });
    }
    case 'telephone':
      return validate.phone(value);
    case 'tax_id':
      return validate.taxId(value);
  }
}

/** The wire's address from form values; only fields of the country. */
export function addressOf(
  country: Country | undefined,
  read: (field: AddressField) => string,
  has: (field: AddressField) => boolean = () => true,
): Partial<Address> {
  const address: Partial<Address> = {};
  for (const field of fieldsOf(country)) if (has(field)) address[field] = validate.trim(read(field));
  return address;
}
