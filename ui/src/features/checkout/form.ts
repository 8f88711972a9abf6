/**
 * The order form: its values under the names of the wire, so that the server's refusals find their fields, and its checks,
 * which are the server's (`checkout/form.rs`). Knows no component.
 */

import type { Address, Checkout, Country, Notice, PlaceArgs } from '../../api/types';
import type { Problem } from '../../domain/validate';
import * as validate from '../../domain/validate';
import type { Problems } from '../../state/useForm';

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
}
export type Values = Choices & Record<AddressName, string>;
export type FieldName = keyof Values;

const ADDRESS_FIELDS: readonly AddressField[] = [
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

export function nameOf(kind: AddressKind, field: AddressField): AddressName {
  return `${kind}_address.${field}`;
}

/** Id of the control of a field; the error summary links it. */
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
  };
  for (const kind of ['shipping', 'billing'] as const) {
    for (const field of ADDRESS_FIELDS) values[nameOf(kind, field)] = '';
  }
  values[nameOf('shipping', 'country')] = country;
  return values as unknown as Values;
}

/** Billing to another address starts from what was already typed: nothing is asked twice (K14). */
export function startBilling(values: Values): Partial<Values> {
  const started: Partial<Values> = {};
  for (const field of ['first_name', 'last_name', 'country'] as const) {
    const name = nameOf('billing', field);
    if (values[name] === '') started[name] = values[nameOf('shipping', field)];
  }
  return started;
}

export function findCountry(countries: readonly Country[], id: string): Country | undefined {
  return countries.find((country) => country.id === id);
}

/** What the form of a country asks for, in the country's order, with what is in every address around it. */
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

/** Fields that wait behind a link until somebody wants them (U2). */
export function isExtra(country: Country | undefined, field: AddressField): boolean {
  return ['company', 'address2', 'county', 'tax_id'].includes(field) && !isRequired(country, field);
}

/** Whether an address of this kind holds the field: the tax number goes with the invoice, the phone with the parcel. */
export function hasField(kind: AddressKind, field: AddressField, isBillingSame: boolean): boolean {
  if (field === 'telephone') return kind === 'shipping';
  if (field === 'tax_id') return kind === 'billing' || isBillingSame;
  return true;
}

// ── Checks ──────────────────────────────────────────────────────────────────────────────────────────────────────────

function checkField(
  values: Values,
  kind: AddressKind,
  field: AddressField,
  country: Country | undefined,
): Problem | null {
  const value = values[nameOf(kind, field)];
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

function kindsOf(values: Values): AddressKind[] {
  return values.same_billing ? ['shipping'] : ['shipping', 'billing'];
}

function addressNames(values: Values, countries: readonly Country[], kind: AddressKind): AddressName[] {
  const country = findCountry(countries, values[nameOf(kind, 'country')]);
  return fieldsOf(country)
    .filter((field) => hasField(kind, field, values.same_billing))
    .map((field) => nameOf(kind, field));
}

/** Every field on screen, from top to bottom: the order of the error summary. */
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
        keep(nameOf(kind, field), checkField(values, kind, field, country));
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

/** The server's messages that belong to a field of this form; the others are about the order as a whole. */
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

/** Sixteen digits, or nothing: what may be asked with while the number is still being typed. */
export function usableCard(values: Values): string {
  return validate.memberCard(values.member_card) ? '' : validate.compact(values.member_card);
}

function addressOf(values: Values, countries: readonly Country[], kind: AddressKind): Partial<Address> {
  const country = findCountry(countries, values[nameOf(kind, 'country')]);
  const address: Partial<Address> = {};
  for (const field of fieldsOf(country)) {
    if (hasField(kind, field, values.same_billing)) address[field] = validate.trim(values[nameOf(kind, field)]);
  }
  // One phone serves both.
  address.telephone = validate.trim(values[nameOf('shipping', 'telephone')]);
  return address;
}

/** The order, save for its key. */
export function orderOf(
  values: Values,
  countries: readonly Country[],
  checkout: Pick<Checkout, 'shipping_method' | 'totals' | 'bed_terms_required'>,
): Omit<PlaceArgs, 'idempotency_key'> {
  return {
    email: validate.trim(values.email),
    shipping_address: addressOf(values, countries, 'shipping'),
    billing_address: values.same_billing ? null : addressOf(values, countries, 'billing'),
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
