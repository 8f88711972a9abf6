/** The two addresses of an order, and what stands in each: the names of a form's values are `shipping_address.city` and so on. */

import type { Address } from '../api/types';

export type AddressKind = 'shipping_address' | 'billing_address';

export const KINDS: AddressKind[] = ['shipping_address', 'billing_address'];

/** What an order keeps of an address. */
export const FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address1',
  'address2',
  'city',
  'county',
  'region',
  'postcode',
  'country',
  'telephone',
  'tax_id',
] as const satisfies (keyof Address)[];
