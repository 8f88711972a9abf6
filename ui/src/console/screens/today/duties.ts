/** Where each kind of duty is dealt with, and how near its deadline is. */

import type { DutyKind, Permission } from '../../api/types';

/** Lists of all duties of a kind; kinds without a screen have none. */
const PLACES: Partial<Record<DutyKind, string>> = {
  orders_to_pack: '/pack',
  transfers_waiting: '/bank',
  refunds_by_hand: '/bank?tab=refunds',
  mails_failed: '/system#emails',
  jobs_stuck: '/system#jobs',
  backup_old: '/system#copies',
};

/** Where a duty is told to more people than may open its list. */
const NEEDED: Partial<Record<DutyKind, Permission>> = { mails_failed: 'system' };

/** The list of all duties of a kind; undefined where there is none that this person may open. */
export function listOf(kind: DutyKind, permissions: readonly Permission[]): string | undefined {
  const needed = NEEDED[kind];
  return !needed || permissions.includes(needed) ? PLACES[kind] : undefined;
}

/** Kinds whose things are no page of their own: each leads to the list. */
export const IN_LIST: ReadonlySet<DutyKind> = new Set(['mails_failed', 'jobs_stuck', 'backup_old']);

/** Kinds whose things are orders. */
const OF_ORDERS: ReadonlySet<DutyKind> = new Set([
  'orders_to_pack',
  'transfers_waiting',
  'refunds_by_hand',
  'withdrawals',
  'payments_uncertain',
]);

const ORDER = /^\d{4}-\d{6,}/;

/** The page of one duty; undefined where there is none yet. A withdrawal is dealt with at its order, whose number it bears. */
export function placeOf(kind: DutyKind, thing: string, label: string): string | undefined {
  if (!OF_ORDERS.has(kind)) return undefined;
  const number = ORDER.exec(kind === 'withdrawals' ? label : thing)?.[0];
  if (!number) return undefined;
  if (kind === 'orders_to_pack') return `/pack?mode=pack&at=${number}`;
  return kind === 'refunds_by_hand' ? PLACES[kind] : `/orders/${number}`;
}

/** Parts of a label, as the server joins them. */
export const partsOf = (label: string) => label.split(' · ');

export type Urgency = 'overdue' | 'today' | 'later' | 'none';

/** By the shop's days: what is due on this one is due today, however late the hour. */
export function urgency(due: number | undefined, now: number, dayOf: (at: number) => string): Urgency {
  if (due === undefined) return 'none';
  if (due < now) return 'overdue';
  return dayOf(due) === dayOf(now) ? 'today' : 'later';
}

/** Change against the same weekday; undefined where there was nothing to compare with. */
export function ratio(today: number, before: number): number | undefined {
  return before > 0 ? (today - before) / before : undefined;
}
