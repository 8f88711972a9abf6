/** Notes on each payment method. */

import { useLingui } from '@lingui/react/macro';
import type { PaymentMethod } from '../api/types';
import { useSite } from '../state/site';

export function usePaymentNotes(): Record<PaymentMethod, string> {
  const { t } = useLingui();
  const { company } = useSite();
  const payee = company.name;
  return {
    card: t`On the secure page of our payment provider; we never see the number of your card.`,
    bank_transfer: t`The confirmation gives our bank details. Your order is reserved for 5 working days.`,
    cheque: t`Payable to ${payee}; the confirmation gives the postal address. Your order is reserved for 5 working days.`,
    wechat: t`By scanning a code with the WeChat app, right after ordering.`,
  };
}
