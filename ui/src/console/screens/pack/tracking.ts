/** Pasted lines `2026-000123 <tab or space> TRACKING`, checked before anything is sent. */

import type { PackOrder } from '../../api/types';
import { NUMBER } from './view';

/** Characters of a tracking number. */
export const MOST = 60;

export type Problem =
  | { kind: 'no_number' }
  | { kind: 'no_tracking' }
  | { kind: 'too_long' }
  /** Not among what is to be packed. */
  | { kind: 'unknown' }
  /** Somebody ships it right now. */
  | { kind: 'pending' }
  /** The same order, or the same parcel to somebody else, as in this row. */
  | { kind: 'order_twice' | 'parcel_twice'; row: number };

export interface Pasted {
  /** As an editor counts them. */
  row: number;
  number: string;
  tracking: string;
  order?: PackOrder;
  problem?: Problem;
}

/** Spreadsheets part by tabs, people by spaces, files by commas or semicolons. */
const PARTS = /^"?([^\s,;"]+)"?[\s,;]*"?(.*?)"?$/;

export function parse(text: string): Pasted[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => {
    const match = PARTS.exec(line.trim());
    if (!match) return [];
    // Carriers print their numbers in groups.
    return [{ row: at + 1, number: match[1] ?? '', tracking: (match[2] ?? '').replaceAll(/\s/g, '') }];
  });
}

export function check(
  pasted: Pasted[],
  orders: readonly PackOrder[],
  isPending: (number: string) => boolean,
): Pasted[] {
  const known = new Map(orders.map((order) => [order.number, order]));
  const rowOfOrder = new Map<string, number>();
  const rowOfParcel = new Map<string, { row: number; name: string }>();
  return pasted.map((one) => {
    const order = known.get(one.number);
    const problem = problemOf(one, order, isPending);
    if (problem || !order) return { ...one, ...(order && { order }), ...(problem && { problem }) };
    const before = rowOfOrder.get(one.number);
    if (before !== undefined) return { ...one, order, problem: { kind: 'order_twice', row: before } };
    rowOfOrder.set(one.number, one.row);
    const parcel = rowOfParcel.get(one.tracking);
    // Two orders of one person may share a parcel.
    if (parcel && parcel.name !== order.name) {
      return { ...one, order, problem: { kind: 'parcel_twice', row: parcel.row } };
    }
    rowOfParcel.set(one.tracking, { row: one.row, name: order.name });
    return { ...one, order };
  });
}

function problemOf(
  { number, tracking }: Pasted,
  order: PackOrder | undefined,
  isPending: (number: string) => boolean,
): Problem | undefined {
  if (!NUMBER.test(number)) return { kind: 'no_number' };
  if (!order) return { kind: 'unknown' };
  if (isPending(number)) return { kind: 'pending' };
  if (!tracking) return { kind: 'no_tracking' };
  return tracking.length > MOST ? { kind: 'too_long' } : undefined;
}
