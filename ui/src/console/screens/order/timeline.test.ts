// @vitest-environment node
import { expect, it } from 'vitest';
import type { OrderDetail } from '../../api/types';
import { byDay, news, timeline } from './timeline';

/** Only what the timeline reads. */
function order(more: Partial<OrderDetail> = {}): OrderDetail {
  const empty = {
    history: [],
    changes: [],
    payments: [],
    refunds: [],
    shipments: [],
    invoices: [],
    mails: [],
    notes: [],
  };
  return { ...empty, ...more } as unknown as OrderDetail;
}

const placed = { at: '2026-11-25T09:00:00Z', status: 'pending', actor: 'customer', reason: '' } as const;
const paid = { at: '2026-11-25T09:03:00Z', status: 'processing', actor: 'gateway', reason: '' } as const;
const payment = {
  id: 1,
  reversed_at: null,
  can_take_back: false,
  at: '2026-11-25T09:03:00Z',
  method: 'card',
  amount: '12.00',
  currency: 'EUR' as const,
  reference: 'pi_1',
  value_date: null,
};
const mail = {
  id: 1,
  at: '2026-11-25T09:03:00Z',
  template: 'payment_received',
  recipient: 'a@example.com',
  state: 'waiting' as const,
  sent_at: null,
  error: '',
};
const note = { at: '2026-11-26T08:00:00Z', actor: 'Jo Li', text: 'Ring the bell', mentioned: [] };

it('tells everything, newest first, causes below what follows from them', () => {
  const all = timeline(order({ history: [placed, paid], payments: [payment], mails: [mail], notes: [note] }));
  expect(all.map(({ kind }) => kind)).toEqual(['note', 'letter', 'status', 'payment', 'status']);
  expect(all.at(-1)?.at).toBe(Date.parse(placed.at));
});

it('finds what is new, a changed state too', () => {
  const before = order({ history: [placed], mails: [mail] });
  const now = order({ history: [placed, paid], mails: [{ ...mail, state: 'failed' }] });
  expect(news(before, now).map(({ kind }) => kind)).toEqual(['letter', 'status']);
  expect(news(before, before)).toEqual([]);
});

it('groups by the days of the shop', () => {
  const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
  const late = { ...note, at: '2026-11-25T23:30:00Z' };
  const days = byDay(timeline(order({ history: [placed], notes: [note, late] })), dayOf);
  expect(days.map(([day, entries]) => [day, entries.length])).toEqual([
    ['2026-11-26', 2],
    ['2026-11-25', 1],
  ]);
});
