/** Arguments of `checkout/place` from the form's values. */

import type { Address, Args, Checkout, Country } from '../../api/types';
import { type AddressKind, addressOf, findCountry } from '../../domain/address';
import * as validate from '../../domain/validate';
import { hasField, nameOf, type Values } from './form';

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
export function placeArgs(
  values: Values,
  countries: readonly Country[],
  checkout: Pick<Checkout, 'shipping_method' | 'totals' | 'bed_terms_required'>,
): Omit<Args<'checkout/place'>, 'idempotency_key'> {
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
