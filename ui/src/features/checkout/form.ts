/** Values of the checkout form under their wire names, so that refusals find their fields. Knows no component. */

import { ADDRESS_FIELDS, type AddressField, type AddressKind } from '../../domain/address';
import type { Form } from '../../state/useForm';

export type AddressName = `${AddressKind}_address.${AddressField}`;

interface Choices {
  email: string;
  member_card: string;
  shipping_method: string;
  payment_method: string;
  same_billing: boolean;
  terms: boolean;
  bed_terms: boolean;
  newsletter: boolean;
  create_account: boolean;
  /** Id of an address of the customer's book; empty when entered here. */
  shipping_choice: string;
  billing_choice: string;
  /** Whether an entered address is saved. */
  shipping_save: boolean;
  billing_save: boolean;
}
export type Values = Choices & Record<AddressName, string>;
export type FieldName = keyof Values;

export function nameOf(kind: AddressKind, field: AddressField): AddressName {
  return `${kind}_address.${field}`;
}

/** Element id of a field's control; the error summary links it. */
export function idOf(name: FieldName): string {
  return name.replace(/[._]/g, '-');
}

export function emptyValues(country: string): Values {
  const values: Record<string, string | boolean> = {
    email: '',
    member_card: '',
    shipping_method: '',
    payment_method: '',
    same_billing: true,
    terms: false,
    bed_terms: false,
    newsletter: false,
    create_account: false,
    shipping_choice: '',
    billing_choice: '',
    shipping_save: false,
    billing_save: false,
  };
  for (const kind of ['shipping', 'billing'] as const) {
    for (const field of ADDRESS_FIELDS) values[nameOf(kind, field)] = '';
  }
  values[nameOf('shipping', 'country')] = country;
  return values as unknown as Values;
}

/** Fields by kind of address: the tax number belongs to billing, the phone to shipping. */
export function hasField(kind: AddressKind, field: AddressField, isBillingSame: boolean): boolean {
  if (field === 'telephone') return kind === 'shipping';
  if (field === 'tax_id') return kind === 'billing' || isBillingSame;
  return true;
}

/** Adapter for `AddressFields`. */
export function addressForm(form: Form<Values>, kind: AddressKind) {
  const { values, problems } = form;
  return {
    read: (field: AddressField) => form.read(nameOf(kind, field)),
    problemOf: (field: AddressField) => problems[nameOf(kind, field)],
    set: (field: AddressField, value: string) => form.set(nameOf(kind, field), value),
    blur: (field: AddressField) => form.blur(nameOf(kind, field)),
    nameOf: (field: AddressField) => nameOf(kind, field),
    idOf: (field: AddressField) => idOf(nameOf(kind, field)),
    has: (field: AddressField) => hasField(kind, field, values.same_billing),
  };
}
