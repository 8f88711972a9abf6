/** What a pending deed will do, in words. */

import { useLingui } from '@lingui/react/macro';
import { aboutOf } from '../api/deeds';
import type { Deed } from '../api/types';
import { useNames } from './names';

export function useDeedWords() {
  const { t } = useLingui();
  const names = useNames();
  /** The number of the order, else what kind of thing it is. */
  const subject = (deed: Deed) => {
    if (deed.noun === 'order' || deed.noun === 'return' || deed.noun === 'message') return deed.thing;
    return aboutOf(deed) ?? names.noun(deed.noun);
  };
  return {
    subject,
    /** Where its thing is shown, below `/console`. */
    place: ({ noun, thing }: Deed) => {
      if (noun === 'order') return `/orders/${thing}`;
      if (noun === 'return') return `/orders/returns/${thing}`;
      if (noun === 'message') return `/messages/${thing}`;
      return noun === 'customer' ? `/customers/${thing}` : '/bank';
    },
    /** `Shipping`. */
    what: ({ call }: Deed) => names.call(call),
    waiting(deed: Deed, seconds: number): string {
      const { call } = deed;
      const number = subject(deed);
      switch (call) {
        case 'order/ship':
          return t`${number} will be shipped in ${seconds}\u00a0s`;
        case 'order/ready':
          return t`The letter that ${number} is ready leaves in ${seconds}\u00a0s`;
        case 'order/hand_over':
          return t`${number} will be handed over in ${seconds}\u00a0s`;
        case 'order/pay':
          return t`The payment of ${number} will be booked in ${seconds}\u00a0s`;
        case 'order/cancel':
          return t`${number} will be canceled in ${seconds}\u00a0s`;
        case 'order/return':
          return t`The return of ${number} will be booked in ${seconds}\u00a0s`;
        case 'order/refund':
          return t`The refund of ${number} will be booked in ${seconds}\u00a0s`;
        case 'order/refund_made':
          return t`The refund of ${number} will be noted as made in ${seconds}\u00a0s`;
        case 'order/resend':
          return t`The email about ${number} will be sent again in ${seconds}\u00a0s`;
        case 'order/set_email':
          return t`The email address of ${number} will be corrected in ${seconds}\u00a0s`;
        case 'order/set_addresses':
          return t`The addresses of ${number} will be changed in ${seconds}\u00a0s`;
        case 'order/set_carrier':
          return t`The carrier of ${number} will be changed in ${seconds}\u00a0s`;
        case 'order/charge_carrier':
          return t`The surcharge for ${number} will be offered in ${seconds}\u00a0s`;
        case 'order/remove':
          return t`Pieces will be taken out of ${number} in ${seconds}\u00a0s`;
        case 'order/unpay':
          return t`The payment of ${number} will be taken back in ${seconds}\u00a0s`;
        case 'message/reply':
          return t`The letter about ${number} will be sent in ${seconds}\u00a0s`;
        case 'bank/book':
          return aboutOf(deed)
            ? t`The payment of ${number} will be booked in ${seconds}\u00a0s`
            : t`A bank movement will be booked in ${seconds}\u00a0s`;
        case 'bank/book_sure':
          return t`The sure movements of the statement will be booked in ${seconds}\u00a0s`;
        case 'bank/take_back':
          return t`The bookings of the statement will be taken back in ${seconds}\u00a0s`;
        default: {
          const what = names.call(call);
          return t`${what}, ${number}: in ${seconds}\u00a0s`;
        }
      }
    },
    working(deed: Deed): string {
      const what = names.call(deed.call);
      const number = subject(deed);
      return t`${what}, ${number}: being carried out…`;
    },
    done(deed: Deed): string {
      const { call } = deed;
      const number = subject(deed);
      switch (call) {
        case 'order/ship':
          return t`${number} has been shipped.`;
        case 'order/ready':
          return t`${number} lies ready.`;
        case 'order/hand_over':
          return t`${number} has been handed over.`;
        case 'order/pay':
          return t`The payment of ${number} has been booked.`;
        case 'order/cancel':
          return t`${number} has been canceled.`;
        case 'order/return':
          return t`The return of ${number} has been booked.`;
        case 'order/refund':
          return t`The refund of ${number} has been booked.`;
        case 'order/refund_made':
          return t`The refund of ${number} has been noted as made.`;
        case 'order/resend':
          return t`The email about ${number} has been sent again.`;
        case 'order/set_email':
          return t`The email address of ${number} has been corrected.`;
        case 'order/set_addresses':
          return t`The addresses of ${number} have been changed.`;
        case 'order/set_carrier':
          return t`The carrier of ${number} has been changed.`;
        case 'order/charge_carrier':
          return t`The surcharge for ${number} has been offered to the customer.`;
        case 'order/remove':
          return t`Pieces have been taken out of ${number}.`;
        case 'order/unpay':
          return t`The payment of ${number} has been taken back.`;
        case 'bank/book':
          return aboutOf(deed) ? t`The payment of ${number} has been booked.` : t`A bank movement has been booked.`;
        case 'bank/book_sure':
          return t`The sure movements of the statement have been booked.`;
        case 'bank/take_back':
          return t`The bookings of the statement have been taken back.`;
        default: {
          const what = names.call(call);
          return t`${what}, ${number}: carried out.`;
        }
      }
    },
  };
}
