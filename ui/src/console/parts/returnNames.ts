/** Words for the codes of returns. */

import { useLingui } from '@lingui/react/macro';
import type { ReturnOrigin, ReturnReason, ReturnStep } from '../api/types';

/** In the order of a return’s life. */
export const RETURN_STEPS: ReturnStep[] = ['announced', 'received', 'inspected', 'closed', 'called_off'];

export const RETURN_TONES = {
  announced: 'neutral',
  received: 'warning',
  inspected: 'warning',
  closed: 'success',
  called_off: 'neutral',
} as const satisfies Record<ReturnStep, string>;

/** Goods that never came are nothing that went well. */
export const toneOf = ({ step, never_came }: { step: ReturnStep; never_came: boolean }) =>
  never_came ? 'warning' : RETURN_TONES[step];

export function useReturnSteps(): Record<ReturnStep, string> {
  const { t } = useLingui();
  return {
    announced: t({ context: 'return', message: 'Announced' }),
    received: t({ context: 'return', message: 'Received' }),
    inspected: t({ context: 'return', message: 'Inspected' }),
    closed: t({ context: 'return', message: 'Closed' }),
    called_off: t({ context: 'return', message: 'Called off' }),
  };
}

export function useReturnOrigins(): Record<ReturnOrigin, string> {
  const { t } = useLingui();
  return {
    withdrawal: t({ context: 'return', message: 'Withdrawal' }),
    mail: t({ context: 'return', message: 'By mail' }),
    telephone: t({ context: 'return', message: 'By telephone' }),
    unasked: t({ context: 'return', message: 'Came unasked' }),
  };
}

export function useReturnReasons(): Record<ReturnReason, string> {
  const { t } = useLingui();
  return {
    not_given: t({ context: 'return', message: 'Not given' }),
    changed_mind: t({ context: 'return', message: 'Changed their mind' }),
    does_not_fit: t({ context: 'return', message: 'Does not fit' }),
    not_as_described: t({ context: 'return', message: 'Not as described' }),
    damaged: t({ context: 'return', message: 'Damaged on the way' }),
    faulty: t({ context: 'return', message: 'Faulty' }),
    wrong_item: t({ context: 'return', message: 'Wrong item' }),
    other: t({ context: 'return', message: 'Other' }),
  };
}
