/** The order of a token as it stands, asked again while a payment is being confirmed. */

import { useContext, useEffect, useState } from 'preact/hooks';
import { call, isAbort } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import { AnswersContext, type CallState, useCall } from '../../api/useCall';

/** Seconds between one question and the next: some two minutes in all. */
const PAUSES = [2, 2, 3, 5, 8, 10, 15, 15, 30, 30];

export interface OrderState extends CallState<PaymentResult> {
  /** The payment is being confirmed: the answer is awaited. */
  confirming: boolean;
  /** Begins to ask anew, after it was given up. */
  askAgain: () => void;
}

/** Whether the answer of a bank or a wallet is on its way. A transfer or a cheque takes days. */
function isOnItsWay(order: PaymentResult | undefined): boolean {
  return order?.outcome === 'pending' && (order.method === 'card' || order.method === 'wechat');
}

export function useOrder(token: string): OrderState {
  const answers = useContext(AnswersContext);
  const first = useCall('payment/index', { token });
  const [later, setLater] = useState<{ token: string; order: PaymentResult }>();
  const [asked, setAsked] = useState(0);

  const data = later?.token === token ? later.order : first.data;
  const confirming = isOnItsWay(data) && asked < PAUSES.length;

  useEffect(() => {
    const seconds = PAUSES[asked];
    if (!confirming || seconds === undefined) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('payment/index', { token }, { signal: controller.signal }).then(
        (order) => {
          answers.set('payment/index', { token }, order);
          setLater({ token, order });
          setAsked((n) => n + 1);
        },
        (reason) => {
          // One question lost is no answer: the next may be heard.
          if (!isAbort(reason)) setAsked((n) => n + 1);
        },
      );
    }, seconds * 1000);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [answers, token, confirming, asked]);

  return { ...first, data, confirming, askAgain: () => setAsked(0) };
}
