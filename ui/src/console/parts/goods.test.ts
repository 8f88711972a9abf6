import { expect, it } from 'vitest';
import type { FoundItem } from '../api/types';
import { itemsOf, qtyName } from './goods';

const item = (sku: string): FoundItem => ({
  sku,
  name: sku,
  options: '',
  image: null,
  price: '10.00',
  stock: 5,
  most: 5,
  ships_there: true,
});

it('asks for whole numbers of pieces only', () => {
  const goods = ['A', 'B', 'C', 'D', 'E'].map(item);
  const values = { qty_A: ' 2 ', qty_B: '', qty_C: '1.5', qty_D: '0', qty_E: 'x' };
  expect(itemsOf(goods, values)).toEqual([{ sku: 'A', qty: 2 }]);
  expect(itemsOf([item('A')], { [qtyName('A')]: '9999999' })).toEqual([]);
});
