// @vitest-environment node
import { expect, it } from 'vitest';
import { neighbours } from './trail';

const LIST = ['c', 'b', 'a'];

it.each([
  ['c', undefined, 'b'],
  ['b', 'c', 'a'],
  ['a', 'b', undefined],
  ['x', undefined, undefined],
])('beside %s', (number, previous, next) => {
  const found = neighbours(LIST, number);
  expect([found.previous, found.next]).toEqual([previous, next]);
});
