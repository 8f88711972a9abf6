import { expect, test } from 'vitest';
import { linesOf, moved, textOf, toggled } from './lines';

test('rows are lines, and an empty cell keeps its place', () => {
  const text = 'cover cotton 60\nlining linen 40';
  expect(textOf(linesOf(text))).toBe(text);
  expect(linesOf(textOf([['', '', '5']]))).toEqual([['', '', '5']]);
  expect(linesOf('')).toEqual([]);
});

test('rows move to a place', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
});

test('entries without an order stand as the shop writes them', () => {
  expect(toggled('b\nc', 'a', true)).toBe('a\nb\nc');
  expect(toggled('a\nb\nc', 'b', false)).toBe('a\nc');
  expect(toggled('a', 'a', true)).toBe('a');
});
