import { expect, test } from 'vitest';
import { differing, linesOf, readSheet } from './sheet';

test('a sheet becomes lines only when each is a number', () => {
  const one = { text: '9', on_hand: 10, version: 3 };
  expect(linesOf({ A: one })).toEqual([{ sku: 'A', counted: 9, on_hand: 10, version: 3 }]);
  expect(linesOf({ A: one, B: { ...one, text: 'nine' } })).toBeUndefined();
  expect(differing({ A: one, B: { ...one, text: '10' } })).toBe(1);
});

test('what is kept is only that of the same person, and only what can be read', () => {
  const lines = { A: { text: '9', on_hand: 10, version: 3 }, B: { text: 9 }, C: null };
  const kept = JSON.stringify({ of: 4, lines });
  expect(readSheet(kept, 4)).toEqual({ A: lines.A });
  expect(readSheet(kept, 5)).toEqual({});
  for (const broken of [null, '', '[]', '{"of":4}', '{"of":4,"lines":7}']) expect(readSheet(broken, 4)).toEqual({});
});
