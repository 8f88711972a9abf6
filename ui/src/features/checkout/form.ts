/**
 * Values of the order form under their wire names, so that refusals find their fields; validation mirrors
 * `checkout/form.rs`. Knows no component.
 */

import type { Address, Checkout, Country, Notice, PlaceArgs, SavedAddress, UserInfo } from '../../api/types';
import {
  ADDRESS_FIELDS,
  type AddressField,
  type AddressKind,
  addressOf,
  checkAddressField,
  fieldsOf,
  findCountry,
} from '../../domain/address';
import type { Problem } from '../../domain/validate';
import * as validate from '../../domain/validate';
import type { Form, Problems } from '../../state/useForm';

type AddressName = `${AddressKind}_address.${AddressField}`;

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

// ── A customer's addresses ──────────────────────────────────────────────────────────────────────────────────────────

/** The logged-in customer. */
export interface Customer {
  user: UserInfo;
  addresses: SavedAddress[];
}

function addressValues(kind: AddressKind, read: (field: AddressField) => string): Partial<Values> {
  return Object.fromEntries(ADDRESS_FIELDS.map((field) => [nameOf(kind, field), read(field)])) as Partial<Values>;
}

/** Copies an address of the book into the fields: it is validated, priced and sent like any other. */
export function chooseSaved(kind: AddressKind, saved: SavedAddress): Partial<Values> {
  return {
    ...addressValues(kind, (field) => saved[field]),
    [`${kind}_choice`]: String(saved.id),
    [`${kind}_save`]: false,
  };
}

/** An empty address; name and country are prefilled. */
export function chooseOther(kind: AddressKind, { user }: Customer, country: string): Partial<Values> {
  const known: Partial<Record<AddressField, string>> = {
    first_name: user.first_name,
    last_name: user.last_name,
    country,
  };
  return { ...addressValues(kind, (field) => known[field] ?? ''), [`${kind}_choice`]: '' };
}

/** Initial values of a customer: default addresses and member card. */
export function customerValues(country: string, customer: Customer): Values {
  const { user, addresses } = customer;
  const shipping = addresses.find((address) => address.default_shipping) ?? addresses[0];
  const billing = addresses.find((address) => address.default_billing);
  const isBillingSame = !billing || billing.id === shipping?.id;
  return {
    ...emptyValues(country),
    ...(shipping ? chooseSaved('shipping', shipping) : chooseOther('shipping', customer, country)),
    ...(isBillingSame ? {} : chooseSaved('billing', billing)),
    same_billing: isBillingSame,
    email: user.email,
    member_card: validate.printedCard(user.member_card ?? ''),
  };
}

/**
 * Restores a draft for the current visitor. Input typed as a guest is kept after a login; addresses of the book are taken
 * as saved there.
 */
export function resume(kept: Values, fresh: Values, customer: Customer | null): Values {
  const values: Values = { ...kept };
  for (const kind of ['shipping', 'billing'] as const) {
    const choice = kept[`${kind}_choice`];
    const saved = customer?.addresses.find(({ id }) => String(id) === choice);
    if (saved) Object.assign(values, chooseSaved(kind, saved));
    else if (!customer) values[`${kind}_choice`] = '';
    else if (choice !== '' || kept[nameOf(kind, 'address1')] === '') {
      Object.assign(values, { [`${kind}_choice`]: fresh[`${kind}_choice`] });
      Object.assign(
        values,
        addressValues(kind, (field) => fresh[nameOf(kind, field)]),
      );
    }
  }
  if (customer) {
    values.email = customer.user.email;
    values.create_account = false;
    if (values.member_card === '') values.member_card = fresh.member_card;
  } else {
    values.shipping_save = false;
    values.billing_save = false;
  }
  return values;
}

/** A separate billing address starts from what was typed (K14). */
export function startBilling(values: Values): Partial<Values> {
  const started: Partial<Values> = {};
  for (const field of ['first_name', 'last_name', 'country'] as const) {
    const name = nameOf('billing', field);
    if (values[name] === '') started[name] = values[nameOf('shipping', field)];
  }
  return started;
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
    read: (field: AddressField) => values[nameOf(kind, field)],
    problemOf: (field: AddressField) => problems[nameOf(kind, field)],
    set: (field: AddressField, value: string) => form.set(nameOf(kind, field), value),
    blur: (field: AddressField) => form.blur(nameOf(kind, field)),
    nameOf: (field: AddressField) => nameOf(kind, field),
    idOf: (field: AddressField) => idOf(nameOf(kind, field)),
    has: (field: AddressField) => hasField(kind, field, values.same_billing),
  };
}

// ── Checks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function kindsOf(values: Values): AddressKind[] {
  return values.same_billing ? ['shipping'] : ['shipping', 'billing'];
}

function addressNames(values: Values, countries: readonly Country[], kind: AddressKind): AddressName[] {
  const country = findCountry(countries, values[nameOf(kind, 'country')]);
  return fieldsOf(country)
    .filter((field) => hasField(kind, field, values.same_billing))
    .map((field) => nameOf(kind, field));
}

/** Visible fields from top to bottom, for the error summary. */
export function namesInOrder(values: Values, countries: readonly Country[]): FieldName[] {
  return [
    'email',
    ...addressNames(values, countries, 'shipping'),
    'same_billing',
    ...(values.same_billing ? [] : addressNames(values, countries, 'billing')),
    'shipping_method',
    'member_card',
    'create_account',
    'payment_method',
    'terms',
    'bed_terms',
    'newsletter',
  ];
}

export function check(
  values: Values,
  countries: readonly Country[],
  checkout: Pick<Checkout, 'bed_terms_required' | 'payment_methods'>,
): Problems<Values> {
  const problems: Problems<Values> = {};
  const keep = (name: FieldName, problem: Problem | null) => {
    if (problem) problems[name] = problem;
  };
  keep('email', validate.email(values.email));
  keep('member_card', validate.memberCard(values.member_card));
  for (const kind of kindsOf(values)) {
    const country = findCountry(countries, values[nameOf(kind, 'country')]);
    for (const field of fieldsOf(country)) {
      if (hasField(kind, field, values.same_billing)) {
        const name = nameOf(kind, field);
        keep(name, checkAddressField(field, values[name], country, kind));
      }
    }
  }
  if (!checkout.payment_methods.some(({ code }) => code === values.payment_method)) {
    keep('payment_method', { id: 'checkout.payment_method_empty' });
  }
  if (!values.terms) keep('terms', { id: 'checkout.terms_required' });
  if (checkout.bed_terms_required && !values.bed_terms) keep('bed_terms', { id: 'checkout.bed_terms_required' });
  return problems;
}

/** Server messages of this form's fields; others concern the order as a whole. */
export function problemsOf(
  fields: Record<string, Notice>,
  values: Values,
  countries: readonly Country[],
): Problems<Values> {
  const problems: Problems<Values> = {};
  for (const name of namesInOrder(values, countries)) {
    const notice = fields[name];
    if (notice) problems[name] = { id: notice.id, params: notice.params };
  }
  return problems;
}

// ── What is sent ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Empty while incomplete: the number is sent while it is being typed. */
export function usableCard(values: Values): string {
  return validate.memberCard(values.member_card) ? '' : validate.compact(values.member_card);
}

function typedAddress(values: Values, countries: readonly Country[], kind: AddressKind): Partial<Address> {
  const country = findCountry(countries, values[nameOf(kind, 'country')]);
  const address = addressOf(
    country,
    (field) => values[nameOf(kind, field)],
    (field) => hasField(kind, field, values.same_billing),
  );
  return {
    ...address,
    // One phone number serves both addresses.
    telephone: validate.trim(values[nameOf('shipping', 'telephone')]),
    save_in_address_book: values[`${kind}_choice`] === '' && values[`${kind}_save`],
  };
}

/** The order without its idempotency key. */
export function orderOf(
  values: Values,
  countries: readonly Country[],
  checkout: Pick<Checkout, 'shipping_method' | 'totals' | 'bed_terms_required'>,
): Omit<PlaceArgs, 'idempotency_key'> {
  return {
    email: validate.trim(values.email),
    shipping_address: typedAddress(values, countries, 'shipping'),
    billing_address: values.same_billing ? null : typedAddress(values, countries, 'billing'),
    shipping_method: checkout.shipping_method,
    payment_method: values.payment_method,
    member_card: validate.compact(values.member_card),
    terms: values.terms,
    bed_terms: checkout.bed_terms_required && values.bed_terms,
    create_account: values.create_account,
    newsletter: values.newsletter,
    expected_total: checkout.totals.total,
    expected_currency: checkout.totals.currency,
  };
}
