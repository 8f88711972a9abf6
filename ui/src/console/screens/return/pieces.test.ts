import { expect, test } from 'vitest';
import type { ReturnLine } from '../../api/types';
import { deductionOf, missingOf } from './pieces';

test('no more is deducted than was paid', () => {
  expect([deductionOf('', '10.00'), deductionOf('4,50', '10.00'), deductionOf('10', '10.00')]).toEqual([0, 450, 1000]);
  expect([deductionOf('10.01', '10.00'), deductionOf('much', '10.00')]).toEqual([undefined, undefined]);
});

test('what was announced and is not counted is missing, whatever else has come', () => {
  const lines = [
    { position: 0, announced: 3 },
    { position: 1, announced: 1 },
    { position: 2, announced: 0 },
  ] as ReturnLine[];
  expect(missingOf(lines, [])).toBe(4);
  expect(missingOf(lines, [{ position: 0, qty: 1 }])).toBe(3);
  expect(
    missingOf(lines, [
      { position: 0, qty: 4 },
      { position: 1, qty: 1 },
      { position: 2, qty: 2 },
    ]),
  ).toBe(0);
});
