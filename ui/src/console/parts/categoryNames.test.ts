import { expect, test } from 'vitest';
import { branchOf, categoryOptions } from './categoryNames';

const TREE = [
  { key: 'bed', name: 'Bed', depth: 0 },
  { key: 'linen', name: 'Linen', depth: 1 },
  { key: 'sheets', name: 'Sheets', depth: 2 },
  { key: 'pillows', name: 'Pillows', depth: 1 },
  { key: 'bath', name: 'Bath', depth: 0 },
];

test('a branch is a category with all that stands below it', () => {
  expect(branchOf(TREE, 'bed')).toEqual(['bed', 'linen', 'sheets', 'pillows']);
  expect(branchOf(TREE, 'linen')).toEqual(['linen', 'sheets']);
  expect(branchOf(TREE, 'bath')).toEqual(['bath']);
  expect(branchOf(TREE, 'none')).toEqual([]);
});

test('options stand as deep as their categories', () => {
  expect(categoryOptions(TREE).map(({ label }) => label)).toEqual([
    'Bed',
    '\u2003Linen',
    '\u2003\u2003Sheets',
    '\u2003Pillows',
    'Bath',
  ]);
});
