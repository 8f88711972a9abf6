/** Values known before they are typed: a customer's details and addresses, a restored draft, the delivery address. */

import type { SavedAddress, UserInfo } from '../../api/types';
import { ADDRESS_FIELDS, type AddressField, type AddressKind } from '../../domain/address';
import * as validate from '../../domain/validate';
import type { SentForm } from '../../state/site';
import { withSent } from '../../state/useForm';
import { type AddressName, emptyValues, nameOf, type Values } from './form';

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
export function restoreDraft(draft: Values, initial: Values, customer: Customer | null): Values {
  const values: Values = { ...draft };
  for (const kind of ['shipping', 'billing'] as const) {
    const choice = draft[`${kind}_choice`];
    const saved = customer?.addresses.find(({ id }) => String(id) === choice);
    if (saved) Object.assign(values, chooseSaved(kind, saved));
    else if (!customer) values[`${kind}_choice`] = '';
    else if (choice !== '' || draft[nameOf(kind, 'address1')] === '') {
      Object.assign(values, { [`${kind}_choice`]: initial[`${kind}_choice`] });
      Object.assign(
        values,
        addressValues(kind, (field) => initial[nameOf(kind, field)]),
      );
    }
  }
  if (customer) {
    values.email = customer.user.email;
    values.create_account = false;
    if (values.member_card === '') values.member_card = initial.member_card;
  } else {
    values.shipping_save = false;
    values.billing_save = false;
  }
  return values;
}

/** Values of a form that was sent without scripts. */
export function sentValues(known: Values, sent: SentForm, customer: Customer | null): Values {
  const values = withSent(known, sent);
  for (const kind of ['shipping', 'billing'] as const) {
    const choice = sent.values[`${kind}_choice`];
    const saved = customer?.addresses.find(({ id }) => String(id) === choice);
    if (saved) Object.assign(values, chooseSaved(kind, saved));
    else if (customer && choice) {
      Object.assign(values, withSent(chooseOther(kind, customer, known[nameOf(kind, 'country')]), sent));
      values[`${kind}_choice`] = '';
    }
  }
  return values;
}

/** A separate billing address starts from what was typed (K14). */
export function startBilling(read: (name: AddressName) => string): Partial<Values> {
  const started: Partial<Values> = {};
  for (const field of ['first_name', 'last_name', 'country'] as const) {
    const name = nameOf('billing', field);
    if (read(name) === '') started[name] = read(nameOf('shipping', field));
  }
  return started;
}
