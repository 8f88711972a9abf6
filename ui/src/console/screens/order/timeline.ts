/** Everything that has happened to an order, in one line of time. */

import type { OrderDetail } from '../../api/types';

type Of<K extends keyof OrderDetail> = OrderDetail[K] extends (infer One)[] ? One : never;

export type Entry = { key: string; at: number } & (
  | { kind: 'status'; is: Of<'history'> }
  | { kind: 'payment'; is: Of<'payments'> }
  | { kind: 'reversal'; is: Of<'payments'> }
  | { kind: 'change'; is: Of<'changes'> }
  | { kind: 'refund'; is: Of<'refunds'> }
  | { kind: 'parcel'; is: Of<'shipments'> }
  | { kind: 'ready'; is: NonNullable<OrderDetail['collection']> }
  | { kind: 'collected'; is: NonNullable<OrderDetail['collection']> }
  | { kind: 'invoice'; is: Of<'invoices'> }
  | { kind: 'letter'; is: Of<'mails'> }
  | { kind: 'note'; is: Of<'notes'> }
);

/** What comes first of one moment: causes stand below what follows from them. */
const ORDER: Entry['kind'][] = [
  'note',
  'letter',
  'invoice',
  'refund',
  'parcel',
  'collected',
  'ready',
  'status',
  'reversal',
  'change',
  'payment',
];

/** Newest first. A key changes with what is told of a thing, so that news are found by it. */
export function timeline(order: OrderDetail): Entry[] {
  const entries: Entry[] = [
    ...order.history.map((is) => ({ kind: 'status' as const, key: `status ${is.at} ${is.status}`, at: is.at, is })),
    ...order.payments.map((is) => ({
      kind: 'payment' as const,
      key: `payment ${is.id}`,
      at: is.at,
      is,
    })),
    ...order.payments.flatMap((is) =>
      is.reversed_at ? [{ kind: 'reversal' as const, key: `reversal ${is.id}`, at: is.reversed_at, is }] : [],
    ),
    ...order.changes.map((is) => ({ kind: 'change' as const, key: `change ${is.at} ${is.kind}`, at: is.at, is })),
    ...order.refunds.map((is) => ({ kind: 'refund' as const, key: `refund ${is.id} ${is.state}`, at: is.at, is })),
    // What is handed over is no parcel.
    ...order.shipments
      .filter(({ carrier }) => carrier !== 'pickup')
      .map((is) => ({ kind: 'parcel' as const, key: `parcel ${is.id}`, at: is.at, is })),
    ...[order.collection ?? []]
      .flat()
      .flatMap((is) => [
        { kind: 'ready' as const, key: `ready ${is.ready_at}`, at: is.ready_at, is },
        ...(is.collected_at
          ? [{ kind: 'collected' as const, key: `collected ${is.collected_at}`, at: is.collected_at, is }]
          : []),
      ]),
    ...order.invoices.map((is) => ({ kind: 'invoice' as const, key: `invoice ${is.number}`, at: is.at, is })),
    ...order.mails.map((is) => ({ kind: 'letter' as const, key: `letter ${is.id} ${is.state}`, at: is.at, is })),
    ...order.notes.map((is) => ({ kind: 'note' as const, key: `note ${is.at} ${is.actor}`, at: is.at, is })),
  ].map((entry) => ({ ...entry, at: Date.parse(entry.at) }));
  return entries.sort((a, b) => b.at - a.at || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** What one version of an order tells and an earlier one did not. */
export function news(before: OrderDetail, now: OrderDetail): Entry[] {
  const known = new Set(timeline(before).map(({ key }) => key));
  return timeline(now).filter(({ key }) => !known.has(key));
}

/** Entries by day, in their order. */
export function byDay(entries: Entry[], dayOf: (at: number) => string): [day: string, entries: Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
