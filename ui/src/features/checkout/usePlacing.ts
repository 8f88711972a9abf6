/** Places an order from the screen: redirects on success, resumes an unanswered order. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client';
import type { Args, Placed } from '../../api/types';
import { urls } from '../../domain/urls';
import { pushSubscription } from '../../state/analytics';
import { resetCart } from '../../state/cart';
import { redirectTo } from '../../state/externalRedirect';
import { deleteCheckoutDraft } from '../../state/formDraft';
import { navigate } from '../../state/navigation';
import { useLang } from '../../state/site';
import { useStore } from '../../state/store';
import { showToast } from '../../state/toast';
import { createPlacing, type Placing, type PlacingState } from './placing';

export function usePlacing(): PlacingState & Omit<Placing, 'store'> {
  const { t } = useLingui();
  const lang = useLang();
  const isMounted = useRef(false);
  const placed = useRef<(placed: Placed, order: Args<'checkout/place'>) => void>(() => {});
  placed.current = ({ token, payment }, { newsletter }) => {
    if (newsletter) pushSubscription('checkout', lang);
    const result = urls.result(lang, payment.method === 'wechat' ? 'wechatpay' : 'ordersuccess', token);
    // Online payment may still fail or be changed: cart and draft are kept.
    if (payment.redirect_url) {
      redirectTo(payment.redirect_url, result);
      return;
    }
    const isOver = payment.method !== 'wechat';
    if (isOver) deleteCheckoutDraft();
    // Its screen takes the bag away: until then the checkout shows what was ordered.
    if (isMounted.current) return navigate(result, { replace: true });
    if (isOver) resetCart();
    showToast(t`Your order is placed.`, 'success', { label: t`View order`, run: () => navigate(result) });
  };
  const ref = useRef<Placing>(undefined);
  ref.current ??= createPlacing(
    (args) => call('checkout/place', args),
    (answer, order) => placed.current(answer, order),
  );
  const placing = ref.current;
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
