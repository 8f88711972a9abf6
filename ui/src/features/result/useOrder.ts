/** Loads the order of a token, and polls while its payment is undecided. */

import { useCallback, useContext, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import { AnswersContext, type CallState, useCall } from '../../api/useCall';

/** Polling intervals in seconds: about two minutes in all. */
const POLL_INTERVALS = [1, 2, 3, 5, 8, 10, 15, 15, 30, 30];
/** Intervals for an uncertain payment: about twenty minutes in all. */
const UNCERTAIN_POLL_INTERVALS = [15, 30, 60, 60, 120, 120, 180, 300, 300];

/**
 * `confirming`: payment submitted, outcome pending. `open`: a payment page is open here or elsewhere. `uncertain`: money
 * may have moved.
 */
export type PendingReason = 'confirming' | 'open' | 'uncertain';

export interface OrderState extends CallState<PaymentResult> {
  /** Null when nothing is pending. */
  awaited: PendingReason | null;
  /** True once polling has ended without an outcome. */
  waiting: PendingReason | null;
  /** A manual check is pending. */
  asking: boolean;
  /** Checks now, and restarts polling. */
  checkNow: () => void;
  /** Applies an answer from another call. */
  take: (order: PaymentResult) => void;
}

/** Return URLs of the provider: the outcome is on its way. */
const DONE = 'ccordersuccess';

/** Only payment providers decide within minutes; transfers, cheques and direct debits take days, codes have their own polling. */
function pendingReason(order: PaymentResult | undefined, kind: string): PendingReason | null {
  if (order?.status !== 'pending' || order.is_delayed || order.instructions?.kind === 'wechat') return null;
  // With methods to pay by, the payment was declined: that is decided.
  if (order.outcome === 'uncertain') return order.payment_methods.length > 0 ? null : 'uncertain';
  if (order.outcome !== 'pending') return null;
  return order.redirect_url && kind !== DONE ? 'open' : 'confirming';
}

/** `kind`: the route. `skip`: there is no token. */
export function useOrder(token: string, kind: string, { skip = false } = {}): OrderState {
  const answers = useContext(AnswersContext);
  const first = useCall('payment/index', { token }, { skip });
  const [asked, setAsked] = useState(0);
  const [asking, setAsking] = useState(false);
  const isOpen = useRef(true);

  const { data } = first;
  const awaited = pendingReason(data, kind);
  const pauses = awaited === 'uncertain' ? UNCERTAIN_POLL_INTERVALS : POLL_INTERVALS;
  const waiting = asked < pauses.length ? awaited : null;

  const take = useCallback((order: PaymentResult) => answers.set('payment/index', { token }, order), [answers, token]);

  // Asks the provider, not only the database: its webhook may be lost. The call is rate limited separately.
  const ask = useCallback(
    () =>
      call('payment/refresh', { token }).then(
        (order) => {
          if (isOpen.current) take(order);
        },
        // A failed poll is repeated.
        () => {},
      ),
    [take, token],
  );

  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  useEffect(() => {
    const seconds = pauses[asked];
    if (!waiting || seconds === undefined) return;
    const next = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      void ask().then(() => {
        if (isOpen.current) setAsked((n) => n + 1);
      });
    };
    const timer = setTimeout(next, seconds * 1000);
    // Returning from a banking app: check now.
    const seen = () => {
      if (document.visibilityState === 'visible') next();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [ask, waiting, asked, pauses]);

  const checkNow = useCallback(() => {
    setAsking(true);
    void ask().then(() => {
      if (!isOpen.current) return;
      setAsked(0);
      setAsking(false);
    });
  }, [ask]);

  return { ...first, awaited, waiting, asking, checkNow, take };
}
