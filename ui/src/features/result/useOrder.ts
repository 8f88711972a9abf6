/** The order of a token as it stands, asked for again while its payment is undecided. */

import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import { AnswersContext, type CallState, useCall } from '../../api/useCall';

/** Seconds between one question and the next: a bank's answer takes some two minutes at most. */
const SOON = [1, 2, 3, 5, 8, 10, 15, 15, 30, 30];
/** What the payment service itself does not know yet takes longer: some twenty minutes in all. */
const LATER = [15, 30, 60, 60, 120, 120, 180, 300, 300];

/**
 * What is awaited. `confirming`: the payment was made, as far as anybody knows here. `open`: a page to pay on waits, here or
 * in another window. `uncertain`: money may have moved.
 */
export type Waiting = 'confirming' | 'open' | 'uncertain';

export interface OrderState extends CallState<PaymentResult> {
  /** Null when nothing is awaited. */
  awaited: Waiting | null;
  /** The same, until it has been asked often enough. */
  waiting: Waiting | null;
  /** A question that somebody asked is under way. */
  asking: boolean;
  /** Asks at once, and begins to wait anew. */
  askAgain: () => void;
  /** Takes an answer that another question has brought. */
  take: (order: PaymentResult) => void;
}

/** Where who has paid comes back to: what is not known yet is on its way, whatever page is still open. */
const DONE = 'ccordersuccess';

/** What of an order is decided by a payment service, any moment. A transfer or a cheque takes days; a code has its own clock. */
function waitingFor(order: PaymentResult | undefined, kind: string): Waiting | null {
  if (order?.status !== 'pending' || order.instructions?.kind === 'wechat') return null;
  if (order.outcome === 'uncertain') return 'uncertain';
  if (order.outcome !== 'pending') return null;
  return order.redirect_url && kind !== DONE ? 'open' : 'confirming';
}

/** `kind`: the route. `skip`: no order is named, and nothing is asked. */
export function useOrder(token: string, kind: string, { skip = false } = {}): OrderState {
  const answers = useContext(AnswersContext);
  const first = useCall('payment/index', { token }, { skip });
  const [later, setLater] = useState<{ token: string; order: PaymentResult }>();
  const [asked, setAsked] = useState(0);
  const [asking, setAsking] = useState(false);
  const isOpen = useRef(true);

  const data = later?.token === token ? later.order : first.data;
  const awaited = waitingFor(data, kind);
  const pauses = awaited === 'uncertain' ? LATER : SOON;
  const waiting = asked < pauses.length ? awaited : null;

  const take = useCallback(
    (order: PaymentResult) => {
      answers.set('payment/index', { token }, order);
      setLater({ token, order });
    },
    [answers, token],
  );

  // The payment service is asked, not only our own books: its notice may be lost. The shop keeps such questions apart.
  const ask = useCallback(
    () =>
      call('payment/refresh', { token }).then(
        (order) => {
          if (isOpen.current) take(order);
        },
        // One question lost is no answer: the next may be heard.
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
    // Who comes back from the bank's app wants to know now.
    const seen = () => {
      if (document.visibilityState === 'visible') next();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }, [ask, waiting, asked, pauses]);

  const askAgain = useCallback(() => {
    setAsking(true);
    void ask().then(() => {
      if (!isOpen.current) return;
      setAsked(0);
      setAsking(false);
    });
  }, [ask]);

  return { ...first, data, awaited, waiting, asking, askAgain, take };
}
