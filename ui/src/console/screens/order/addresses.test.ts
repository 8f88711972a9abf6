// @vitest-environment node
import { expect, it } from 'vitest';
import type { Address } from '../../api/types';
import { addressOf, changedBy, isSame, untouched, valuesOf } from './addresses';

const empty = { company: '', address2: '', county: '', region: '', tax_id: '' };
const home = {
  ...empty,
  first_name: 'Ada',
  last_name: 'King',
  address1: '1 High Street',
  city: 'London',
  postcode: 'SW1Y 4LB',
  country: 'GB',
  telephone: '+44 20 1',
} as Address;
const order = { shipping_address: home, billing_address: { ...home, company: 'King & Co' } };

it('keeps what is not typed', () => {
  const values = { ...valuesOf(order), 'billing_address.city': ' Annecy ' };
  expect(addressOf(order.billing_address, values, 'billing_address')).toEqual({
    ...order.billing_address,
    city: 'Annecy',
  });
  expect(addressOf(home, {}, 'shipping_address')).toEqual(home);
});

it('tells what somebody else has changed meanwhile', () => {
  expect(changedBy(order, order)).toEqual([]);
  const now = { ...order, shipping_address: { ...home, address1: '2 High Street' } };
  expect(changedBy(order, now)).toEqual([['shipping_address.address1', '2 High Street']]);
});

it('takes over what nobody has typed, and keeps what was typed', () => {
  const now = { ...order, shipping_address: { ...home, address1: '2 High Street', city: 'Leeds' } };
  const typed = { ...valuesOf(order), 'shipping_address.address1': '3 High Street' };
  expect(untouched(order, now, typed)).toEqual([['shipping_address.city', 'Leeds']]);
});

it('knows when the invoice goes where the goods go', () => {
  expect([isSame(order), isSame({ ...order, billing_address: home })]).toEqual([false, true]);
});
