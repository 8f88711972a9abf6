/** How an amount compares with what an order waits for. */

import type { BankCandidate, BankLine } from '../../api/types';
import { amountOf, cents } from '../../parts/amount';

export type Fit =
  | { kind: 'exact' }
  /** More or less than is outstanding, by this amount. */
  | { kind: 'more' | 'less'; by: string }
  /** In another currency, so that nothing can be said. */
  | { kind: 'currency' };

export function fitOf(
  { amount, currency }: Pick<BankLine, 'amount' | 'currency'>,
  candidate: Pick<BankCandidate, 'outstanding' | 'currency'>,
): Fit {
  if (currency !== candidate.currency) return { kind: 'currency' };
  const difference = cents(amount) - cents(candidate.outstanding);
  if (difference === 0) return { kind: 'exact' };
  return { kind: difference > 0 ? 'more' : 'less', by: amountOf(Math.abs(difference)) };
}
