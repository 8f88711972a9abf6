/** Countdown and polling of an expiring payment code. */

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import type { WechatInstructions } from './Scan';

/** Polling interval in seconds. */
const POLL_INTERVAL = 3;
/** Automatic renewals: three minutes. After that the shopper renews. */
export const MAX_RENEWALS = 9;

export interface PaymentCode {
  /** Seconds until the code expires. */
  left: number;
  /** Expired, and not renewed automatically. */
  isExpired: boolean;
  /** A renewal is pending. */
  busy: boolean;
  /** Renews the code. */
  renew: () => void;
}

export function usePaymentCode(
  of: WechatInstructions,
  token: string,
  take: (order: PaymentResult) => void,
): PaymentCode {
  const [left, setLeft] = useState(of.code_seconds);
  const [isExpired, setExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  const renewals = useRef(0);
  const isOpen = useRef(true);
  const isAsking = useRef(false);

  // Responses carry the remaining time: no clock comparison is needed. A layout effect: a tick between the response and a
  // passive effect would renew the new code at once.
  const until = useRef(0);
  useLayoutEffect(() => {
    until.current = performance.now() + of.code_seconds * 1000;
    setLeft(of.code_seconds);
    if (of.code_seconds > 0) setExpired(false);
  }, [of]);

  const ask = useCallback(
    async (path: 'payment/index' | 'payment/refresh') => {
      if (isAsking.current) return;
      isAsking.current = true;
      if (path === 'payment/refresh') setBusy(true);
      try {
        const order = await call(path, { token });
        if (isOpen.current) take(order);
      } catch {
        // A failed poll is repeated; a failed renewal leaves the code expired.
        if (isOpen.current && path === 'payment/refresh') setExpired(true);
      } finally {
        isAsking.current = false;
        if (isOpen.current) setBusy(false);
      }
    },
    [token, take],
  );

  useEffect(() => {
    isOpen.current = true;
    let seconds = 0;
    const tick = () => {
      seconds += 1;
      const now = Math.max(0, Math.ceil((until.current - performance.now()) / 1000));
      setLeft(now);
      if (now === 0 && document.visibilityState === 'visible') {
        if (renewals.current >= MAX_RENEWALS) setExpired(true);
        else if (!isAsking.current) {
          renewals.current += 1;
          void ask('payment/refresh');
        }
      } else if (seconds % POLL_INTERVAL === 0) {
        void ask('payment/index');
      }
    };
    const timer = setInterval(tick, 1000);
    return () => {
      isOpen.current = false;
      clearInterval(timer);
    };
  }, [ask]);

  const renew = useCallback(() => {
    renewals.current = 0;
    setExpired(false);
    void ask('payment/refresh');
  }, [ask]);

  return { left, isExpired, busy, renew };
}
