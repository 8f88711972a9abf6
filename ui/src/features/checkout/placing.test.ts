/** Idempotent order placement: retries and key renewal. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client';
import type { Args, Placed } from '../../api/types';
import { createPlacing, newKey } from './placing';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const order = { email: 'claire@example.com', expected_total: '84.00' } as Omit<
  Args<'checkout/place'>,
  'idempotency_key'
>;
const placed = { order_number: '2026-000001', token: 'tok' } as Placed;

/** A server that gives the listed answers in turn, and the keys it received. */
function server(...answers: (Placed | Error)[]) {
  const keys: string[] = [];
  const send = (args: Args<'checkout/place'>) => {
    keys.push(args.idempotency_key ?? '');
    const answer = answers.shift() ?? placed;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { keys, send };
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('idempotency key', () => {
  it('is a UUID, without TLS too', () => {
    expect(newKey()).toMatch(UUID);
    const getRandomValues = (bytes: Uint8Array) => bytes.fill(255);
    vi.stubGlobal('crypto', { getRandomValues });
    expect(newKey()).toMatch(UUID);
  });

  it('is reused when retrying without a response', async () => {
    const { keys, send } = server(new ApiError(0, 'network'), new ApiError(503, 'down'), placed);
    const onPlaced = vi.fn();
    const placing = createPlacing(send, onPlaced);
    placing.place(order);
    await vi.advanceTimersByTimeAsync(0);
    expect(placing.store.get().phase).toBe('checking');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onPlaced).toHaveBeenCalledExactlyOnceWith(placed, { ...order, idempotency_key: keys[0] });
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(sessionStorage.length).toBe(0);
  });

  it('changes after a refusal', async () => {
    const refusal = new ApiError(200, 'changed', 'checkout.total_changed');
    const { keys, send } = server(refusal, placed);
    const placing = createPlacing(send, () => {});
    placing.place(order);
    await vi.advanceTimersByTimeAsync(0);
    expect(placing.store.get()).toEqual({ phase: 'idle', refusal });
    placing.place(order);
    await vi.advanceTimersByTimeAsync(0);
    expect(placing.store.get().phase).toBe('placed');
    expect(new Set(keys).size).toBe(2);
  });
});

describe('an order', () => {
  it('is sent once despite repeated clicks', async () => {
    const { keys, send } = server();
    const placing = createPlacing(send, () => {});
    placing.place(order);
    placing.place(order);
    await vi.advanceTimersByTimeAsync(0);
    placing.place(order);
    expect(keys).toHaveLength(1);
  });

  it('is retried on demand after the automatic retries', async () => {
    const { keys, send } = server(...Array.from({ length: 6 }, () => new ApiError(0, 'network')));
    const placing = createPlacing(send, () => {});
    placing.place(order);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(placing.store.get().phase).toBe('unanswered');
    expect(keys).toHaveLength(6);
    placing.check();
    await vi.advanceTimersByTimeAsync(0);
    expect(placing.store.get().phase).toBe('placed');
    expect(new Set(keys).size).toBe(1);
  });

  it('survives a reload with its key', async () => {
    const before = server(new ApiError(0, 'network'));
    const left = createPlacing(before.send, () => {});
    left.place(order);
    await vi.advanceTimersByTimeAsync(0);
    left.stop();
    const after = server();
    const placing = createPlacing(after.send, () => {});
    expect(placing.resume()).toBe(true);
    expect(placing.store.get().phase).toBe('unanswered');
    placing.check();
    await vi.advanceTimersByTimeAsync(0);
    expect(after.keys).toEqual(before.keys);
  });

  it('shows a notice while the response is slow', async () => {
    const placing = createPlacing(
      () => new Promise(() => {}),
      () => {},
    );
    placing.place(order);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(placing.store.get().phase).toBe('placing');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(placing.store.get().phase).toBe('checking');
  });

  it('is not refused while the server processes it', async () => {
    const { keys, send } = server(new ApiError(200, 'busy', 'checkout.idempotency_key_busy'));
    const placing = createPlacing(send, () => {});
    placing.place(order);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(placing.store.get().phase).toBe('placed');
    expect(new Set(keys).size).toBe(1);
  });
});
