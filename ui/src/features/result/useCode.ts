/** Countdown and polling of an expiring payment code. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import type { ScanTold } from './Scan';

/** Polling interval in seconds. */
const PAUSE = 3;
/** Automatic renewals: three minutes. After that the shopper renews. */
export const MOST = 9;

export interface Code {
  /** Seconds until the code expires. */
  left: number;
  /** Expired, and not renewed automatically. */
  isOver: boolean;
  /** A renewal is pending. */
  busy: boolean;
  /** Renews the code. */
  renew: () => void;
}

export function useCode(of: ScanTold, token: string, take: (order: PaymentResult) => void): Code {
  const [left, setLeft] = useState(of.code_seconds);
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const made = useRef(0);
  const isOpen = useRef(true);
  const isAsking = useRef(false);

  // Responses carry the remaining time: no clock comparison is needed.
  const until = useRef(0);
  useEffect(() => {
    until.current = performance.now() + of.code_seconds * 1000;
    setLeft(of.code_seconds);
    if (of.code_seconds > 0) setOver(false);
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
        if (isOpen.current && path === 'payment/refresh') setOver(true);
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
        if (made.current >= MOST) setOver(true);
        else if (!isAsking.current) {
          made.current += 1;
          void ask('payment/refresh');
        }
      } else if (seconds % PAUSE === 0) {
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
    made.current = 0;
    setOver(false);
    void ask('payment/refresh');
  }, [ask]);

  return { left, isOver, busy, renew };
}
