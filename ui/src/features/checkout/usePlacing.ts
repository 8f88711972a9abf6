/** Placing an order from a screen: what happens when it stands, and what became of one whose answer was lost. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/client';
import type { Placed } from '../../api/types';
import { urls } from '../../domain/urls';
import { resetBag } from '../../state/bag';
import { dropDraft } from '../../state/draft';
import { leaveFor } from '../../state/leaving';
import { navigate } from '../../state/navigation';
import { notify } from '../../state/notice';
import { useLang } from '../../state/site';
import { useStore } from '../../state/store';
import { createPlacing, type Placing, type PlacingState } from './placing';

export function usePlacing(): PlacingState & Omit<Placing, 'store'> {
  const { t } = useLingui();
  const lang = useLang();
  const isMounted = useRef(false);
  const placed = useRef<(placed: Placed) => void>(() => {});
  placed.current = ({ token, payment }) => {
    const result = urls.result(lang, payment.method === 'wechat' ? 'wechatpay' : 'ordersuccess', token);
    // What is paid online may yet be given up or changed: the bag stays, and so does what was typed.
    if (payment.redirect_url) {
      leaveFor(payment.redirect_url, result);
      return;
    }
    if (payment.method !== 'wechat') {
      dropDraft();
      resetBag();
    }
    if (isMounted.current) navigate(result, { replace: true });
    else notify(t`Your order is placed.`, 'success', { label: t`View order`, run: () => navigate(result) });
  };
  const held = useRef<Placing>(undefined);
  held.current ??= createPlacing(
    (args) => call('checkout/place', args),
    (order) => placed.current(order),
  );
  const placing = held.current;
  const state = useStore(placing.store);

  useEffect(() => {
    isMounted.current = true;
    placing.resume();
    return () => {
      isMounted.current = false;
      placing.stop();
    };
  }, [placing]);

  return { ...placing, ...state };
}
