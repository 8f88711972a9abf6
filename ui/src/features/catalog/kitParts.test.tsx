/** Parts of a set: what each costs by itself, and what the set saves. */

import { screen } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Product } from '../../api/types';
import { closeShop, openShop, show } from '../../testing';
import { KitParts } from './KitParts';

const part = (name: string, qty: number, price: string | null): Product['parts'][number] => ({
  item_id: qty,
  sku: name,
  name,
  url: `/en/p/${name}`,
  qty,
  price,
  stock: null,
  availability: 'in_stock',
  image: null,
});

beforeEach(() => void openShop());
afterEach(closeShop);

const open = (price: string, parts: Product['parts']) =>
  show(() => <KitParts product={{ parts, price, currency: 'EUR' }} />, '/en/p/set');

it('names the price of each part, their sum and what is saved', () => {
  open('47.00', [part('shampoo', 2, '12.50'), part('conditioner', 1, '27.00')]);
  expect(screen.getByText('€25.00')).toBeTruthy();
  expect(screen.getByText('€27.00')).toBeTruthy();
  expect(screen.getByText('Bought one by one: €52.00.')).toBeTruthy();
  expect(screen.getByText('The set saves you €5.00.')).toBeTruthy();
});

it.each([
  ['as much', '52.00', '27.00'],
  ['more', '53.00', '27.00'],
  ['nobody knows what, as a part is not sold alone', '47.00', null],
])('speaks of no saving when the set costs %s', (_, price, other) => {
  open(price, [part('shampoo', 2, '12.50'), part('conditioner', 1, other)]);
  expect(screen.getByText('€25.00')).toBeTruthy();
  expect(screen.queryByText(/saves you/)).toBeNull();
});
