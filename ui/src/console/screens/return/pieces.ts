/** Amounts in the forms of a return, and lines. */

import type { LineQty, ReturnLine } from '../../api/types';
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

/** Announced pieces that are not among those counted. */
export function missingOf(lines: ReturnLine[], counted: LineQty[]): number {
  const came = (line: ReturnLine) => counted.find(({ position }) => position === line.position)?.qty ?? 0;
  return lines.reduce((sum, line) => sum + Math.max(0, line.announced - came(line)), 0);
}
