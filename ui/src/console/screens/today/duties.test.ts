// @vitest-environment node
import { expect, it } from 'vitest';
import { listOf, placeOf, ratio, urgency } from './duties';

const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
const at = (time: string) => Date.parse(time);

it.each([
  ['2026-11-26T08:59:59Z', 'overdue'],
  ['2026-11-26T22:30:00Z', 'today'],
  ['2026-11-26T23:30:00Z', 'later'],
])('%s is %s', (due, expected) => {
  expect(urgency(at(due), at('2026-11-26T09:00:00Z'), dayOf)).toBe(expected);
});

it('has no urgency without a deadline', () => expect(urgency(undefined, 0, dayOf)).toBe('none'));

it('leads to where it is dealt with', () => {
  expect(placeOf('orders_to_pack', '2026-000123', '')).toBe('/pack?mode=pack&at=2026-000123');
  expect(placeOf('refunds_by_hand', '2026-000123', '')).toBe('/bank?tab=refunds');
  expect(placeOf('transfers_waiting', '2026-000123', '')).toBe('/orders/2026-000123');
  expect(placeOf('orders_to_pack', '17', '')).toBeUndefined();
  expect(placeOf('stock_out', '2026-000123', '')).toBeUndefined();
  expect(placeOf('withdrawals', 'W2026-00004', '2026-000123 · Anna Bauer')).toBe('/orders/2026-000123');
  expect(placeOf('withdrawals', 'W2026-00004', 'Anna Bauer')).toBeUndefined();
});

it('leads nobody to a list that they may not open', () => {
  expect(listOf('mails_failed', ['orders_change', 'system'])).toBe('/system#emails');
  expect(listOf('mails_failed', ['orders_change'])).toBeUndefined();
  expect(listOf('orders_to_pack', ['packing'])).toBe('/pack');
  expect(listOf('stock_out', [])).toBeUndefined();
});

it('compares with what was there', () => {
  expect(ratio(12, 10)).toBeCloseTo(0.2);
  expect(ratio(3, 0)).toBeUndefined();
});
