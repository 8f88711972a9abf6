/** Validation of the checkout form; mirrors `checkout/form.rs`. */

import type { Checkout, Country, Message } from '../../api/types';
import { type AddressKind, checkAddressField, fieldsOf, findCountry } from '../../domain/address';
import * as validate from '../../domain/validate';
import { type Problems, problemsAt } from '../../state/useForm';
import { type AddressName, type FieldName, hasField, nameOf, type Values } from './form';

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
  const keep = (name: FieldName, problem: validate.Problem | null) => {
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
  fields: Record<string, Message>,
  values: Values,
  countries: readonly Country[],
): Problems<Values> {
  return problemsAt(namesInOrder(values, countries), fields);
}
