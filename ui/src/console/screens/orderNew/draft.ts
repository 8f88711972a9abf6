/** An order that is being taken: kept on this device, for this person, until it is placed. */

import type { Address, CustomerDetail, FoundItem, TelephoneForm, TelephonePickup } from '../../api/types';
import { type AddressKind, FIELDS, KINDS } from '../../parts/addressKinds';
import { qtyName } from '../../parts/goods';

export type Values = Record<string, string>;

export interface Draft {
  values: Values;
  goods: FoundItem[];
  /** A UUID: however often the order is sent, it is placed once. */
  key: string;
}

/** What stands in an empty form: as most orders of the reader's language are. */
export function emptyValues({ languages }: TelephoneForm, lang: string): Values {
  const own = languages.find((one) => one.lang === lang) ?? languages[0];
  const country = own?.country ?? 'FR';
  return {
    ...Object.fromEntries(KINDS.flatMap((kind) => FIELDS.map((field) => [`${kind}.${field}`, '']))),
    'shipping_address.country': country,
    'billing_address.country': country,
    email: '',
    lang: own?.lang ?? 'en',
    currency: own?.currency ?? 'EUR',
    member_card: '',
    shipping_method: 'standard',
    payment: '',
    billing: '',
    search: '',
  };
}

/** What was kept; undefined where it is none, or of another shape. */
export function readOrder(text: string): Draft | undefined {
  try {
    const kept = JSON.parse(text) as Partial<Draft>;
    const isWhole = kept.values && Array.isArray(kept.goods) && typeof kept.key === 'string';
    return isWhole ? (kept as Draft) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether something was chosen or typed that is worth keeping. */
export function isBegun({ values, goods }: Omit<Draft, 'key'>, empty: Values): boolean {
  return goods.length > 0 || Object.keys(empty).some((name) => name !== 'search' && values[name] !== empty[name]);
}

/** The address as it is sent. */
export function addressOf(values: Values, kind: AddressKind): Address {
  const typed = Object.fromEntries(FIELDS.map((field) => [field, (values[`${kind}.${field}`] ?? '').trim()]));
  return {
    ...typed,
    default_billing: false,
    default_shipping: false,
    save_in_address_book: false,
  } as unknown as Address;
}

/** Whether goods that this customer collected stood there. */
const isHouse = (address: Address, pickup: TelephonePickup | null) =>
  pickup !== null && address.address1 === pickup.address && address.postcode === pickup.postcode;

/** What is known of a customer, as values of the form. */
export function valuesOf(customer: CustomerDetail, pickup: TelephonePickup | null): Values {
  const known = customer.addresses.map(({ address }) => address).filter((address) => !isHouse(address, pickup));
  const shipping = known.find((address) => address.default_shipping) ?? known[0];
  const fields = shipping ? FIELDS.map((field) => [`shipping_address.${field}`, shipping[field] ?? '']) : [];
  return {
    'shipping_address.first_name': customer.first_name,
    'shipping_address.last_name': customer.last_name,
    ...Object.fromEntries(fields),
    email: customer.email,
    lang: customer.lang,
    member_card: customer.member_card ?? '',
  };
}

/** Quantities of goods that are no longer chosen are forgotten. */
export function withoutGoods(values: Values, sku: string): Values {
  const { [qtyName(sku)]: _, ...others } = values;
  return others;
}
