/** Amounts in the forms of a return, and lines. */

import type { ReturnLine } from '../../api/types';
import { cents, parseAmount } from '../../parts/amount';

/** Minor units; undefined when it is no amount, or more than `most`. Nothing typed is zero. */
export function deductionOf(typed: string, most: string): number | undefined {
  if (typed.trim() === '') return 0;
  const amount = parseAmount(typed);
  if (amount === undefined) return undefined;
  const minor = cents(amount);
  return minor <= cents(most) ? minor : undefined;
}

/** The lines that have come. */
export const receivedLines = (lines: ReturnLine[]) => lines.filter(({ received }) => (received ?? 0) > 0);
