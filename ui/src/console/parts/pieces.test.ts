import { expect, test } from 'vitest';
import { countedOf, pieceLine, piecesOf, piecesUpTo } from './pieces';

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

test('lines with pieces are counted, under their position', () => {
  const lines = [
    pieceLine({ position: 0, name: 'Towel', options: 'grey', sku: 'TOW' }, 2),
    pieceLine({ position: 3, name: 'Mat', sku: 'MAT' }, 1),
  ];
  expect(lines.map(({ name, detail }) => [name, detail])).toEqual([
    ['line_0', 'grey · TOW'],
    ['line_3', 'MAT'],
  ]);
  expect(countedOf(lines, { line_0: '', line_3: '1' })).toEqual([{ position: 3, qty: 1 }]);
});
