/** Pieces that were laid into the parcel, and what a scanned code does to them. */

import type { LineQty, PackLine, PackOrder } from '../../api/types';
import { NUMBER } from './view';

/** Position of a line → its pieces in the parcel. */
export type Ticks = Readonly<Record<number, number>>;

export const ticked = (line: PackLine, ticks: Ticks): number => Math.min(ticks[line.position] ?? 0, line.qty);

export const isComplete = ({ lines }: PackOrder, ticks: Ticks): boolean =>
  lines.every((line) => ticked(line, ticks) === line.qty);

export const allTicked = ({ lines }: PackOrder): Ticks =>
  Object.fromEntries(lines.map(({ position, qty }) => [position, qty]));

export const packed = ({ lines }: PackOrder): LineQty[] => lines.map(({ position, qty }) => ({ position, qty }));

/** One piece more or less of a line, never below none nor beyond what was ordered. */
export function step(line: PackLine, ticks: Ticks, by: 1 | -1): Ticks {
  const qty = Math.min(Math.max(ticked(line, ticks) + by, 0), line.qty);
  return { ...ticks, [line.position]: qty };
}

export type Scan =
  | { kind: 'piece'; line: PackLine; qty: number }
  /** Everything of it is in the parcel already. */
  | { kind: 'too_many'; line: PackLine }
  | { kind: 'order'; number: string }
  | { kind: 'other_order'; number: string }
  | { kind: 'wrong'; code: string };

const plain = (code: string) => code.trim().toUpperCase();

/** What a code means on the table of an order; `numbers` are those that are packed now. */
export function scan(typed: string, order: PackOrder, ticks: Ticks, numbers: readonly string[]): Scan {
  const code = typed.trim();
  if (NUMBER.test(code)) return { kind: numbers.includes(code) ? 'order' : 'other_order', number: code };
  const lines = order.lines.filter(({ sku }) => plain(sku) === plain(code));
  // Two lines may hold the same goods: the second fills up after the first.
  const open = lines.find((line) => ticked(line, ticks) < line.qty);
  if (open) return { kind: 'piece', line: open, qty: ticked(open, ticks) + 1 };
  const [full] = lines;
  return full ? { kind: 'too_many', line: full } : { kind: 'wrong', code };
}

/** The order after this one that is not done, then from the beginning. */
export function following(numbers: readonly string[], at: string, isDone: (number: string) => boolean) {
  const from = numbers.indexOf(at);
  return [...numbers.slice(from + 1), ...numbers.slice(0, Math.max(from, 0))].find((number) => !isDone(number));
}
