// @vitest-environment node
import { expect, it } from 'vitest';
import type { PackOrder } from '../../api/types';
import { check, parse } from './tracking';

const order = (number: string, name: string) => ({ number, name, lines: [] }) as unknown as PackOrder;
const ORDERS = [order('2026-000001', 'Ada'), order('2026-000002', 'Ada'), order('2026-000003', 'Blaise')];
const problems = (text: string, pending: string[] = []) =>
  check(parse(text), ORDERS, (number) => pending.includes(number)).map(({ problem }) => problem);

it.each([
  '2026-000001\t1Z999AA10123456784',
  '  2026-000001   1Z999AA10123456784  ',
  '2026-000001;1Z999AA10123456784',
  '2026-000001, 1Z999AA10123456784',
  '"2026-000001","1Z999AA10123456784"',
  '2026-000001 1Z 999 AA1 0123 4567 84',
])('reads %j', (line) => {
  expect(parse(line)).toEqual([{ row: 1, number: '2026-000001', tracking: '1Z999AA10123456784' }]);
});

it('counts rows as an editor does', () => {
  expect(parse('2026-000001 A\r\n\r\n2026-000002 B\n').map(({ row }) => row)).toEqual([1, 3]);
  expect(parse(' \n\t\n')).toEqual([]);
});

it('finds nothing wrong with what is right', () => {
  expect(problems('2026-000001 A\n2026-000003 B')).toEqual([undefined, undefined]);
});

it.each([
  ['Order\tTracking', { kind: 'no_number' }],
  ['2026-000009 A', { kind: 'unknown' }],
  ['2026-000001', { kind: 'no_tracking' }],
  [`2026-000001 ${'9'.repeat(61)}`, { kind: 'too_long' }],
])('%j', (line, problem) => expect(problems(line)).toEqual([problem]));

it('tells what somebody ships right now', () => {
  expect(problems('2026-000001 A', ['2026-000001'])).toEqual([{ kind: 'pending' }]);
});

it('names the row of which one is a double', () => {
  expect(problems('2026-000001 A\n2026-000001 B')).toEqual([undefined, { kind: 'order_twice', row: 1 }]);
  expect(problems('2026-000001 A\n\n2026-000003 A')).toEqual([undefined, { kind: 'parcel_twice', row: 1 }]);
});

it('lets two orders of one person share a parcel', () => {
  expect(problems('2026-000001 A\n2026-000002 A')).toEqual([undefined, undefined]);
});

it('does not count a row with a problem as the first', () => {
  expect(problems('2026-000001\n2026-000001 A')).toEqual([{ kind: 'no_tracking' }, undefined]);
});
