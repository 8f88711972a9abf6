/** Where each kind of duty is dealt with, and how near its deadline is. */

import type { DutyAbout, DutyKind, Permission } from '../../api/types';

/** Lists of all duties of a kind, and what is needed to open them; kinds without a screen have none. */
const PLACES: Partial<Record<DutyKind, readonly [place: string, needed?: Permission][]>> = {
  orders_to_pack: [['/pack']],
  collections_waiting: [['/orders?uncollected=1&sort=oldest', 'orders_read']],
  transfers_waiting: [
    ['/orders?status=pending_bank_transfer,pending_cheque,pending_offline', 'orders_read'],
    ['/bank'],
  ],
  refunds_by_hand: [['/bank?tab=refunds']],
  fapiao_waiting: [['/orders/fapiao', 'orders_read']],
  returns_to_inspect: [['/orders/returns?step=received&sort=oldest', 'orders_read']],
  returns_to_refund: [['/orders/returns?owed=1&sort=oldest', 'orders_read']],
  returns_overdue: [['/orders/returns?overdue=1&sort=oldest', 'orders_read']],
  withdrawals: [['/messages?kind=withdrawal', 'messages_answer']],
  messages: [['/messages']],
  chats: [['/messages?kind=chat']],
  mails_failed: [['/system#emails', 'system']],
  stock_out: [['/stock?filter=out', 'stock_change']],
  stock_low: [['/stock?filter=low', 'stock_change']],
  arrivals_late: [['/stock?filter=expected', 'stock_change']],
  jobs_stuck: [['/system#jobs']],
  backup_old: [['/system#copies']],
  tokens_ending: [['/programs']],
  restores_failed: [['/system#copies']],
  pages_wrong: [['/pages']],
  pages_late: [['/pages']],
  settings_waiting: [['/settings/payment']],
  compliance_open: [['/settings/compliance']],
};

/** The list of all duties of a kind; undefined where there is none that this person may open. */
export function listOf(kind: DutyKind, permissions: readonly Permission[]): string | undefined {
  return PLACES[kind]?.find(([, needed]) => !needed || permissions.includes(needed))?.[0];
}

/** Kinds whose things are no page of their own: each leads to the list. */
const IN_LIST: ReadonlySet<DutyKind> = new Set([
  'refunds_by_hand',
  'fapiao_waiting',
  'jobs_stuck',
  'backup_old',
  'tokens_ending',
  'restores_failed',
  'settings_waiting',
  'compliance_open',
]);

/** Where one duty is dealt with; undefined where there is no such place. Who may not answer deals with a withdrawal at its order. */
export function placeOf(kind: DutyKind, about: DutyAbout, permissions: readonly Permission[]): string | undefined {
  if (IN_LIST.has(kind)) return listOf(kind, permissions);
  switch (about.kind) {
    case 'order':
      return kind === 'orders_to_pack' ? `/pack?mode=pack&at=${about.number}` : `/orders/${about.number}`;
    case 'return':
      return permissions.includes('orders_read') ? `/orders/returns/${about.number}` : undefined;
    case 'money':
      return `/orders/${about.order_number}`;
    case 'item':
    case 'stock':
      return `/stock/${encodeURIComponent(about.sku)}`;
    case 'message':
    case 'chat':
      return `/messages/${about.reference}`;
    case 'mention':
      if (!about.key) return;
      return about.about === 'order' ? `/orders/${about.key}` : `/customers/${encodeURIComponent(about.key)}`;
    case 'mail':
      // Where its address can be corrected.
      if (about.order_number && permissions.includes('orders_read')) return `/orders/${about.order_number}`;
      if (about.customer && permissions.includes('customers_read')) return `/customers/${about.customer}`;
      return listOf(kind, permissions);
    case 'look':
      return about.document === 'home' ? '/look/home' : '/look';
    case 'page':
      return `/pages/${about.key}?lang=${about.lang}`;
    case 'withdrawal':
      if (permissions.includes('messages_answer')) return `/messages/${about.number}`;
      return about.has_order ? `/orders/${about.order_number}` : undefined;
    default:
      return undefined;
  }
}

export type Urgency = 'overdue' | 'today' | 'later' | 'none';

/** By the shop's days: what is due on this one is due today, however late the hour. */
export function urgency(due: number | undefined, now: number, dayOf: (at: number) => string): Urgency {
  if (due === undefined) return 'none';
  if (due < now) return 'overdue';
  return dayOf(due) === dayOf(now) ? 'today' : 'later';
}
