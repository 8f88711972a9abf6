/** What a pending deed will do, in words. */

import { useLingui } from '@lingui/react/macro';
import type { Deed } from '../api/types';
import { useNames } from './names';

export function useDeedWords() {
  const { t } = useLingui();
  const names = useNames();
  return {
    /** `Shipping`. */
    what: ({ call }: Deed) => names.call(call),
    waiting({ call, thing: number }: Deed, seconds: number): string {
      switch (call) {
        case 'order/ship':
          return t`${number} will be shipped in ${seconds}\u00a0s`;
        case 'order/pay':
          return t`The payment of ${number} will be booked in ${seconds}\u00a0s`;
        case 'order/cancel':
          return t`${number} will be canceled in ${seconds}\u00a0s`;
        case 'order/return':
          return t`The return of ${number} will be booked in ${seconds}\u00a0s`;
        case 'order/refund':
          return t`The refund of ${number} will be paid out in ${seconds}\u00a0s`;
        default: {
          const what = names.call(call);
          return t`${what}, ${number}: in ${seconds}\u00a0s`;
        }
      }
    },
    working({ call, thing: number }: Deed): string {
      const what = names.call(call);
      return t`${what}, ${number}: being carried out…`;
    },
    done({ call, thing: number }: Deed): string {
      switch (call) {
        case 'order/ship':
          return t`${number} has been shipped.`;
        case 'order/pay':
          return t`The payment of ${number} has been booked.`;
        case 'order/cancel':
          return t`${number} has been canceled.`;
        case 'order/return':
          return t`The return of ${number} has been booked.`;
        case 'order/refund':
          return t`The refund of ${number} is on its way.`;
        default: {
          const what = names.call(call);
          return t`${what}, ${number}: carried out.`;
        }
      }
    },
  };
}
