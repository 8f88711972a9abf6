import { expect, test } from 'vitest';
import { amountOf, deductionOf, piecesOf } from './pieces';

test('pieces are whole numbers up to what is out', () => {
  expect([piecesOf('', 3), piecesOf(' 2 ', 3), piecesOf('3', 3)]).toEqual([0, 2, 3]);
  expect([piecesOf('4', 3), piecesOf('-1', 3), piecesOf('1.5', 3), piecesOf('x', 3)]).toEqual(Array(4).fill(undefined));
});

test('no more is deducted than was paid', () => {
  expect([deductionOf('', '10.00'), deductionOf('4,50', '10.00'), deductionOf('10', '10.00')]).toEqual([0, 450, 1000]);
  expect([deductionOf('10.01', '10.00'), deductionOf('much', '10.00')]).toEqual([undefined, undefined]);
  expect([amountOf(450), amountOf(0), amountOf(123_456)]).toEqual(['4.50', '0.00', '1234.56']);
});
