import { expect, test } from 'vitest';
import { piecesOf, piecesUpTo } from './pieces';

test('pieces are whole numbers as people write them', () => {
  expect(['12', ' 0 ', '1 200', '1.200', "1'200", '1,200'].map(piecesOf)).toEqual([12, 0, 1200, 1200, 1200, 1200]);
  expect(['', 'a', '-1', '1e3', '12345678', '1000001'].map(piecesOf)).toEqual(Array(6).fill(undefined));
});

test.each([
  ['', 0],
  [' 2 ', 2],
  ['3', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['two', undefined],
])('%j pieces of two are %s', (typed, qty) => expect(piecesUpTo(typed, 2)).toBe(qty));
