import { expect, test } from 'vitest';
import { deductionOf } from './pieces';

test('no more is deducted than was paid', () => {
  expect([deductionOf('', '10.00'), deductionOf('4,50', '10.00'), deductionOf('10', '10.00')]).toEqual([0, 450, 1000]);
  expect([deductionOf('10.01', '10.00'), deductionOf('much', '10.00')]).toEqual([undefined, undefined]);
});
