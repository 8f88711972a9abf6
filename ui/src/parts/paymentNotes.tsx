/** Notes on each payment method. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PaymentMethod, PaymentOption } from '../api/types';
import { useFormat } from '../state/i18n';
import { useSite } from '../state/site';

/** What else the payment page takes; empty where that is nothing. */
export function useAlsoOnPage(): (option: PaymentOption | undefined) => string {
  const { t } = useLingui();
  const format = useFormat();
  return (option) => {
    const names = format.list(option?.also ?? []);
    return names && t`Also on the payment page: ${names}`;
  };
}

export function usePaymentNotes(): (option: PaymentOption) => ReactNode {
  const { t } = useLingui();
  const { company } = useSite();
  const alsoOnPage = useAlsoOnPage();
  const payee = company.name;
  const notes: Record<PaymentMethod, string> = {
    card: t`On the secure page of our payment provider; we never see the number of your card.`,
    bank_transfer: t`The confirmation gives our bank details. Your order is reserved for 5 working days.`,
    cheque: t`Payable to ${payee}; the confirmation gives the postal address. Your order is reserved for 5 working days.`,
    wechat: t`By scanning a code with the WeChat app, right after ordering.`,
  };
  return (option) => {
    const also = alsoOnPage(option);
    return (
      <>
        {notes[option.code]}
        {also && <br />}
        {also}
      </>
    );
  };
}
