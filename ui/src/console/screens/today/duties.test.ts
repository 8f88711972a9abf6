// @vitest-environment node
import { expect, it } from 'vitest';
import { listOf, placeOf, urgency } from './duties';

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
  const order = { kind: 'order', number: '2026-000123', name: 'Anna Bauer' } as const;
  const money = { kind: 'money', order_number: '2026-000123', amount: '5.00', currency: 'EUR' } as const;
  const withdrawal = { kind: 'withdrawal', number: 'W2026-00004', order_number: '2026-000123', name: 'Anna' } as const;
  expect(placeOf('orders_to_pack', order, [])).toBe('/pack?mode=pack&at=2026-000123');
  expect(placeOf('transfers_waiting', order, [])).toBe('/orders/2026-000123');
  expect(placeOf('refunds_by_hand', money, [])).toBe('/bank?tab=refunds');
  expect(placeOf('fapiao_waiting', order, ['orders_read'])).toBe('/orders/fapiao');
  expect(placeOf('payments_uncertain', money, [])).toBe('/orders/2026-000123');
  expect(placeOf('withdrawals', { ...withdrawal, has_order: true }, [])).toBe('/orders/2026-000123');
  expect(placeOf('withdrawals', { ...withdrawal, has_order: false }, [])).toBeUndefined();
  const mail = { kind: 'mail', id: 3, recipient: 'anna@example.com', template: 'welcome' } as const;
  const lost = { ...mail, order_number: null, customer: null };
  expect(placeOf('mails_failed', lost, ['system'])).toBe('/system#emails');
  expect(placeOf('mails_failed', lost, [])).toBeUndefined();
  const ofOrder = { ...lost, order_number: '2026-000123', customer: '7' };
  expect(placeOf('mails_failed', ofOrder, ['system', 'orders_read'])).toBe('/orders/2026-000123');
  expect(placeOf('mails_failed', ofOrder, ['system'])).toBe('/system#emails');
  expect(placeOf('mails_failed', { ...lost, customer: '7' }, ['customers_read'])).toBe('/customers/7');
  const mention = {
    kind: 'mention',
    about: 'customer',
    note_id: 1,
    key: '2026-000123',
    name: 'Ada',
    excerpt: 'x',
  } as const;
  expect(placeOf('mentions', mention, [])).toBe('/customers/2026-000123');
  expect(placeOf('mentions', { ...mention, about: 'order' }, [])).toBe('/orders/2026-000123');
  expect(placeOf('mentions', { ...mention, key: '' }, [])).toBeUndefined();
  expect(placeOf('pages_late', { kind: 'look', document: 'home' }, [])).toBe('/look/home');
  expect(placeOf('tokens_ending', { kind: 'token', id: 3, name: 'Warehouse' }, [])).toBe('/programs');
});

it('leads nobody to a list that they may not open', () => {
  expect(listOf('mails_failed', ['orders_change', 'system'])).toBe('/system#emails');
  expect(listOf('mails_failed', ['orders_change'])).toBeUndefined();
  expect(listOf('transfers_waiting', ['bank'])).toBe('/bank');
  expect(listOf('transfers_waiting', ['bank', 'orders_read'])).toContain('pending_offline');
  expect(listOf('orders_to_pack', ['packing'])).toBe('/pack');
  expect(listOf('stock_out', [])).toBeUndefined();
  expect(listOf('collections_waiting', ['packing'])).toBeUndefined();
  expect(listOf('collections_waiting', ['packing', 'orders_read'])).toBe('/orders?uncollected=1&sort=oldest');
});
