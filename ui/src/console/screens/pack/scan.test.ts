// @vitest-environment node
import { expect, it } from 'vitest';
import type { PackOrder } from '../../api/types';
import { allTicked, following, isComplete, packed, scan, step, type Ticks, ticked } from './scan';

const line = (position: number, sku: string, qty: number) => ({
  position,
  sku,
  name: sku,
  options: '',
  shelf: '',
  parts: [],
  qty,
});
const order: PackOrder = {
  number: '2026-000123',
  placed_at: '2026-11-26T08:00:00Z',
  delivery_from: '2026-11-28',
  name: 'Ada',
  country: 'FR',
  shipping_method: 'standard',
  carrier: 'Standard delivery',
  along: [],
  awaited_along: [],
  lines: [line(1, 'TOWEL-W', 2), line(3, 'SOAP', 1), line(4, 'TOWEL-W', 1)],
};
const [first, , third] = order.lines as [PackOrder['lines'][0], PackOrder['lines'][0], PackOrder['lines'][0]];
const NUMBERS = ['2026-000123', '2026-000124'];
const scanned = (code: string, ticks: Ticks = {}) => scan(code, order, ticks, NUMBERS);

it('counts one piece a scan, whatever the case', () => {
  expect(scanned('towel-w ')).toEqual({ kind: 'piece', line: first, qty: 1 });
  expect(scanned('TOWEL-W', { 1: 1 })).toEqual({ kind: 'piece', line: first, qty: 2 });
});

it('fills the second line with the same goods after the first', () => {
  expect(scanned('TOWEL-W', { 1: 2 })).toEqual({ kind: 'piece', line: third, qty: 1 });
  expect(scanned('TOWEL-W', { 1: 2, 4: 1 })).toEqual({ kind: 'too_many', line: first });
});

it('tells what does not belong into the parcel', () => {
  expect(scanned('ROBE')).toEqual({ kind: 'wrong', code: 'ROBE' });
  expect(scanned('2026-000124')).toEqual({ kind: 'order', number: '2026-000124' });
  expect(scanned('2026-000999')).toEqual({ kind: 'other_order', number: '2026-000999' });
});

it('is complete with the last piece', () => {
  expect(isComplete(order, { 1: 2, 3: 1 })).toBe(false);
  expect(isComplete(order, allTicked(order))).toBe(true);
  expect(packed(order)).toEqual([
    { position: 1, qty: 2 },
    { position: 3, qty: 1 },
    { position: 4, qty: 1 },
  ]);
});

it('never leaves what was ordered', () => {
  expect(ticked(first, step(first, {}, -1))).toBe(0);
  expect(ticked(first, step(first, { 1: 2 }, 1))).toBe(2);
  // Fewer are left than when it was packed.
  expect(ticked(first, { 1: 9 })).toBe(2);
});

it.each([
  ['b', ['b'], 'c'],
  ['c', ['c'], 'a'],
  ['c', ['a', 'c'], 'b'],
  ['a', ['a', 'b', 'c'], undefined],
  ['x', [], 'a'],
])('after %s with %j done comes %s', (at, done, next) => {
  expect(following(['a', 'b', 'c'], at, (one) => done.includes(one))).toBe(next);
});
