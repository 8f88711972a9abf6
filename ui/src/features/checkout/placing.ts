/**
 * Places an order exactly once. Each attempt has an idempotency key; without a response it is retried under the same key,
 * and the server returns the existing order (decisions.md §5). Only a definite refusal allows a new key.
 */

import { ApiError, SLOW_AFTER } from '../../api/client';
import type { Args, Placed } from '../../api/types';
import { readSession, writeSession } from '../../state/sessionStorage';
import { createStore } from '../../state/store';

export interface PlacingState {
  /** `checking`: no response, retrying. `unanswered`: no retries are left; the shopper may retry. */
  phase: 'idle' | 'placing' | 'checking' | 'unanswered' | 'placed';
  /** Refusal of the last attempt. */
  refusal: ApiError | null;
}

const SENT_KEY = 'checkout-sent';

/** The order that was sent and not answered; survives a reload. */
function loadSent(): Args<'checkout/place'> | null {
  const sent = readSession(SENT_KEY);
  return sent && typeof sent === 'object' && 'idempotency_key' in sent ? (sent as Args<'checkout/place'>) : null;
}

/** Backoff in milliseconds. */
const RETRY_DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000];

/** A UUID, version 4. `randomUUID` is missing without TLS. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether the server has definitely refused. Failures, and refusals of a retry as such, leave the outcome open. */
function isRefusal(reason: unknown, isFirst: boolean): reason is ApiError {
  return (
    reason instanceof ApiError &&
    reason.status !== 0 &&
    reason.status < 500 &&
    (reason.status !== 429 || isFirst) &&
    reason.id !== 'checkout.idempotency_key_busy'
  );
}

export interface Placing {
  store: ReturnType<typeof createStore<PlacingState>>;
  /** Places an order; does nothing while one is pending. */
  place: (order: Omit<Args<'checkout/place'>, 'idempotency_key'>) => void;
  /** Retries an unanswered order. */
  check: () => void;
  /** Resumes an order sent before a reload; false when there is none. */
  resume: () => boolean;
  dismiss: () => void;
  stop: () => void;
}

export function createPlacing(
  send: (args: Args<'checkout/place'>) => Promise<Placed>,
  onPlaced: (placed: Placed, order: Args<'checkout/place'>) => void,
): Placing {
  const store = createStore<PlacingState>({ phase: 'idle', refusal: null });
  let sent: Args<'checkout/place'> | null = null;
  let retries = 0;
  let isFirst = true;
  let pendingCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function scheduleRetry(): void {
    const pause = RETRY_DELAYS[retries];
    clearTimeout(timer);
    if (pause === undefined) {
      store.set({ phase: 'unanswered' });
      return;
    }
    retries += 1;
    store.set({ phase: 'checking' });
    timer = setTimeout(attempt, pause);
  }

  function attempt(): void {
    const args = sent;
    if (!args) return;
    const first = isFirst;
    isFirst = false;
    pendingCount += 1;
    clearTimeout(timer);
    // A slow response changes the notice; the request itself is never aborted.
    timer = setTimeout(() => store.set({ phase: 'checking' }), SLOW_AFTER);
    send(args)
      .then(
        (placed) => {
          if (sent !== args) return;
          finish();
          store.set({ phase: 'placed', refusal: null });
          onPlaced(placed, args);
        },
        (reason) => {
          if (sent !== args) return;
          if (isRefusal(reason, first)) {
            finish();
            store.set({ phase: 'idle', refusal: reason });
          } else if (pendingCount === 1) {
            scheduleRetry();
          }
        },
      )
      .finally(() => {
        pendingCount -= 1;
      });
  }

  function finish(): void {
    clearTimeout(timer);
    sent = null;
    writeSession(SENT_KEY, null);
  }

  return {
    store,
    place(order) {
      if (sent || store.get().phase === 'placed') return;
      sent = { ...order, idempotency_key: newKey() };
      writeSession(SENT_KEY, sent);
      retries = 0;
      isFirst = true;
      store.set({ phase: 'placing', refusal: null });
      attempt();
    },
    check() {
      if (!sent) return;
      retries = 0;
      store.set({ phase: 'checking', refusal: null });
      attempt();
    },
    resume() {
      if (sent) return true;
      sent = loadSent();
      if (!sent) return false;
      isFirst = false;
      store.set({ phase: 'unanswered' });
      return true;
    },
    dismiss() {
      store.set({ refusal: null });
    },
    stop() {
      clearTimeout(timer);
    },
  };
}
