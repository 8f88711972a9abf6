/** Fapiao of an order: only for the customer's own orders of the Chinese store view. */

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
  /** The answer is primed. Otherwise it is fetched after hydration, for logged-in customers. */
  primed?: boolean;
}

export function TaxReceipt({ orderNumber, primed = false }: TaxReceiptProps) {
  const { languages } = useSite();
  const answers = useAnswers();
  const isChinese = languages.some(({ lang }) => lang === 'zh');
  const [isWanted, setWanted] = useState(isChinese && primed);
  useEffect(() => {
    setWanted(isChinese && (primed || readCookie('isLogin') === '1'));
  }, [isChinese, primed]);
  const args = { order_number: orderNumber };
  const { data } = useCall('fapiao/view', args, { live: !primed, skip: !isWanted });
  const [changed, setChanged] = useState<Fapiao>();
  const [isOpen, setOpen] = useState(false);
  const Form = useLazy(isOpen, loadFapiaoForm);
  const state = changed ?? data;
  if (!state?.offered) return null;
  return (
    <TaxReceiptSection
      state={state}
      onChanged={(next) => {
        // The message about the change is shown once, so it is not cached.
        answers.set('fapiao/view', args, { ...next, message: null });
        setChanged(next);
      }}
      isOpen={isOpen}
      onOpen={setOpen}
      Form={Form}
    />
  );
}
