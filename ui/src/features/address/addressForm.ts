/** Values and validation of an address book entry. Knows no component. */

import type { AddressInput, Country, SavedAddress } from '../../api/types';
import {
  ADDRESS_FIELDS,
  type AddressField,
  addressOf,
  checkAddressField,
  fieldsOf,
  findCountry,
} from '../../domain/address';
import { type Form, type Problems, problemsIn } from '../../state/useForm';

export type AddressValues = Record<AddressField, string> & { default_shipping: boolean; default_billing: boolean };

/** A new address; the first one is the default for everything. */
export function newAddress(country: string, isFirst: boolean, name: { first_name: string; last_name: string }) {
  const empty = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, ''])) as Record<AddressField, string>;
  return { ...empty, ...name, country, default_shipping: isFirst, default_billing: isFirst };
}

export function valuesOf(address: SavedAddress): AddressValues {
  const values = Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, address[field]]));
  const { default_shipping, default_billing } = address;
  return { ...(values as Record<AddressField, string>), default_shipping, default_billing };
}

/** Visible fields from top to bottom. */
export function namesOf(values: AddressValues, countries: readonly Country[]): (keyof AddressValues)[] {
  return [...fieldsOf(findCountry(countries, values.country)), 'default_shipping', 'default_billing'];
}

export function checkAddress(values: AddressValues, countries: readonly Country[]): Problems<AddressValues> {
  const country = findCountry(countries, values.country);
  const results = fieldsOf(country).map((field) => [
    field,
    checkAddressField(field, values[field], country, 'shipping'),
  ]);
  return problemsIn<AddressValues>(Object.fromEntries(results));
}

export function inputOf(values: AddressValues, countries: readonly Country[]): AddressInput {
  const { default_shipping, default_billing } = values;
  const country = findCountry(countries, values.country);
  return { ...addressOf(country, (field) => values[field]), default_shipping, default_billing };
}

export function idOf(name: keyof AddressValues): string {
  return `address-${name}`;
}

/** Adapter for `AddressFields`. */
export function addressForm({ read, problems, set, blur }: Form<AddressValues>) {
  return {
    read: (field: AddressField) => read(field),
    problemOf: (field: AddressField) => problems[field],
    set: (field: AddressField, value: string) => set(field, value),
    blur: (field: AddressField) => blur(field),
    nameOf: (field: AddressField) => field,
    idOf: (field: AddressField) => idOf(field),
  };
}
