/** Numbers and amounts in the forms of a return. */

import type { ReturnLine } from '../../api/types';
import { cents, parseAmount } from '../../parts/amount';

/** Undefined when it is no number from 0 to `most`; nothing typed is none. */
export function piecesOf(typed: string, most: number): number | undefined {
  const text = typed.trim();
  if (text === '') return 0;
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return count <= most ? count : undefined;
}

/** Minor units; undefined when it is no amount, or more than `most`. Nothing typed is zero. */
export function deductionOf(typed: string, most: string): number | undefined {
  if (typed.trim() === '') return 0;
  const amount = parseAmount(typed);
  if (amount === undefined) return undefined;
  const minor = cents(amount);
  return minor <= cents(most) ? minor : undefined;
}

/** `1250` → `12.50`. */
export const amountOf = (minor: number): string => (minor / 100).toFixed(2);

/** The lines that have come. */
export const receivedLines = (lines: ReturnLine[]) => lines.filter(({ received }) => (received ?? 0) > 0);
