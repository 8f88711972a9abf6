/**
 * The Chinese invoice on an order's page: where the shop speaks Chinese and the order is the customer's own of its Chinese
 * store, and nowhere else.
 *
 *     <TaxReceipt orderNumber={order.order_number} />
 */

import { useEffect, useState } from 'react';
import { readCookie } from '../../api/client';
import type { Fapiao } from '../../api/types';
import { useCall } from '../../api/useCall';
import { useAnswers } from '../../state/login';
import { useSite } from '../../state/site';
import { loadFapiaoForm, useLazy } from '../lazy';
import { TaxReceiptSection } from './TaxReceiptSection';

export interface TaxReceiptProps {
  orderNumber: string;
  /** The page came with it. Elsewhere it is asked about in the browser, which knows who asks. */
  primed?: boolean;
}

export function TaxReceipt({ orderNumber, primed = false }: TaxReceiptProps) {
  const { languages } = useSite();
  const answers = useAnswers();
  const isChinese = languages.some(({ lang }) => lang === 'zh');
  const [asks, setAsks] = useState(isChinese && primed);
  useEffect(() => {
    setAsks(isChinese && (primed || readCookie('isLogin') === '1'));
  }, [isChinese, primed]);
  const args = { order_number: orderNumber };
  const { data } = useCall('fapiao/view', args, { live: !primed, skip: !asks });
  const [changed, setChanged] = useState<Fapiao>();
  const [isOpen, setOpen] = useState(false);
  const Form = useLazy(isOpen, loadFapiaoForm);
  const state = changed ?? data;
  // An order that is not the customer's, or of another store, has none: nothing is said about it.
  if (!state?.offered) return null;
  return (
    <TaxReceiptSection
      state={state}
      onChanged={(next) => {
        // What is said of the change is said once.
        answers.set('fapiao/view', args, { ...next, message: null });
        setChanged(next);
      }}
      isOpen={isOpen}
      onOpen={setOpen}
      Form={Form}
    />
  );
}
