// @vitest-environment node
import { expect, it } from 'vitest';
import type { OrderDetail, OrderDetailLine } from '../../api/types';
import { allOf, chosen, leftToReturn, leftToShip, openLines } from './quantities';

const line = (position: number, qty: number, shipped: number, returned = 0) =>
  ({ position, qty, shipped, returned }) as OrderDetailLine;
const order = { lines: [line(0, 1, 1), line(1, 3, 1, 1), line(2, 2, 0)] } as OrderDetail;

it('offers what is left', () => {
  expect(openLines(order, leftToShip).map(({ name, most }) => [name, most])).toEqual([
    ['line_1', 2],
    ['line_2', 2],
  ]);
  expect(openLines(order, leftToReturn).map(({ name, most }) => [name, most])).toEqual([['line_0', 1]]);
});

it('sends nothing where everything goes', () => {
  const lines = openLines(order, leftToShip);
  expect(chosen(lines, allOf(lines))).toBeNull();
});

it('sends the lines that have pieces', () => {
  const lines = openLines(order, leftToShip);
  expect(chosen(lines, { line_1: '1', line_2: '' })).toEqual([{ position: 1, qty: 1 }]);
});
