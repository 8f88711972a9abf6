// @vitest-environment node
import { expect, it } from 'vitest';
import { difference } from './difference';

const write = (value: unknown) => JSON.stringify(value);

it('lists the fields that differ', () => {
  expect(
    difference({ role: 'orders', name: 'Anna', old: 1 }, { name: 'Anna', role: 'manager', new: [1, 2] }, write),
  ).toEqual([
    { path: 'role', before: '"orders"', after: '"manager"' },
    { path: 'new', before: undefined, after: '[1,2]' },
    { path: 'old', before: '1', after: undefined },
  ]);
});

it('opens nested records, and takes nothing for no fields', () => {
  expect(difference(null, { address: { city: 'Lyon' } }, write)).toEqual([
    { path: 'address.city', before: undefined, after: '"Lyon"' },
  ]);
  expect(difference(null, null, write)).toEqual([]);
  expect(difference({ a: null }, { a: 5 }, write)).toEqual([{ path: 'a', before: 'null', after: '5' }]);
});
