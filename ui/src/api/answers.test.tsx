/** The store of answers: what is shown, on its way, outdated, or of another person. */

import { act, renderHook, waitFor } from '@testing-library/preact';
import { type ReactNode, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeShop, type FakeShop, openShop, Refusal } from '../testing';
import { Answers } from './answers';
import type { Answer, Args, Path } from './types';
import { AnswersContext, useCall } from './useCall';

type Bag = Answer<'cart'>;
const bag = (total_qty: number) => ({ total_qty, items: [] }) as unknown as Bag;

let shop: FakeShop;
/** Answers the calls that wait, in their order. */
const waiting: ((answer: unknown) => void)[] = [];
const hold = () => new Promise((resolve) => waiting.push(resolve));
const asked = (path: Path) => shop.sent.filter((one) => one.path === path).length;

beforeEach(() => {
  waiting.length = 0;
  shop = openShop({ cart: hold, 'invoice/index': hold, 'catalog/product': hold, 'page/topmenu': { items: ['menu'] } });
});
afterEach(closeShop);

function read<P extends Path>(answers: Answers, path: P, args: Args<P>, options = {}) {
  return renderHook(() => useCall(path, args, options), {
    // The testing library has Preact's types.
    wrapper: (({ children }: { children: ReactNode }) => (
      <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
    )) as never,
  });
}

describe('answers on their way', () => {
  it('are asked for once: by a navigation and by the screen that it shows', async () => {
    const answers = new Answers({});
    const ahead = answers.load('cart', {});
    const { result } = read(answers, 'cart', {});
    expect(asked('cart')).toBe(1);
    waiting[0]?.(bag(1));
    await ahead;
    await waitFor(() => expect(result.current.data).toEqual(bag(1)));
    expect(asked('cart')).toBe(1);
  });

  it('never replace what was set meanwhile', async () => {
    const answers = new Answers({});
    const older = answers.load('cart', {});
    answers.set('cart', {}, bag(2));
    waiting[0]?.(bag(1));
    await older;
    expect(answers.get('cart', {})).toEqual(bag(2));
  });

  it('are asked for again when they are outdated before they arrive', async () => {
    const answers = new Answers({});
    const older = answers.load('cart', {});
    answers.invalidate('cart');
    waiting[0]?.(bag(1));
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(bag(2));
    await older;
    expect(answers.get('cart', {})).toEqual(bag(2));
  });

  it('go on while somebody waits, the next screen included', async () => {
    const answers = new Answers({});
    const first = read(answers, 'cart', {});
    act(() => first.unmount());
    const second = read(answers, 'cart', {});
    waiting[0]?.(bag(1));
    await waitFor(() => expect(second.result.current.data).toEqual(bag(1)));
    expect(asked('cart')).toBe(1);
  });

  it('end with the last who waits for them', async () => {
    const answers = new Answers({});
    const ahead = answers.load('cart', {});
    const { unmount } = read(answers, 'cart', {});
    act(() => unmount());
    await expect(ahead).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('are asked for anew by whoever does not want to wait any longer', async () => {
    const answers = new Answers({});
    const { result } = read(answers, 'cart', {});
    act(() => result.current.retry());
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(bag(2));
    await waitFor(() => expect(result.current.data).toEqual(bag(2)));
  });

  it('are cancelled for one reader, and fetched anew for the other', async () => {
    const answers = new Answers({});
    const first = read(answers, 'cart', {});
    const second = read(answers, 'cart', {});
    act(() => first.result.current.cancel());
    expect(first.result.current.error?.message).toBe('canceled');
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.(bag(1));
    await waitFor(() => expect(second.result.current.data).toEqual(bag(1)));
  });
});

describe('answers that are shown', () => {
  it('outlast any number of others that were fetched ahead', async () => {
    const answers = new Answers({ 'page/topmenu?{}': { items: ['menu'] } });
    const { result, rerender } = read(answers, 'page/topmenu', {});
    act(() => {
      for (let at = 0; at < 200; at += 1) answers.set('catalog/product', { url_key: `p${at}` }, {} as never);
    });
    rerender();
    expect(result.current.data).toEqual({ items: ['menu'] });
    expect(asked('page/topmenu')).toBe(0);
    expect(answers.get('catalog/product', { url_key: 'p100' })).toBeUndefined();
    expect(answers.get('catalog/product', { url_key: 'p199' })).toBeDefined();
  });

  it('are fetched again when outdated, and stay until then', async () => {
    const answers = new Answers({ 'cart?{}': bag(1) });
    const { result } = read(answers, 'cart', {});
    act(() => answers.invalidate('cart'));
    expect(result.current).toMatchObject({ data: bag(1), loading: true });
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting[0]?.(bag(2));
    await waitFor(() => expect(result.current).toMatchObject({ data: bag(2), loading: false }));
  });

  it('change with what arrives between the rendering and its effects', () => {
    const answers = new Answers({ 'cart?{}': bag(1) });
    answers.subscribe('cart?{}', () => {});
    answers.invalidate('cart');
    const { result } = renderHook(
      () => {
        // An effect of an earlier component.
        useEffect(() => answers.set('cart', {}, bag(2)), []);
        return useCall('cart', {});
      },
      {
        wrapper: (({ children }: { children: ReactNode }) => (
          <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
        )) as never,
      },
    );
    expect(result.current).toMatchObject({ data: bag(2), loading: false });
    expect(asked('cart')).toBe(0);
  });

  it('change with what others set', () => {
    const answers = new Answers({ 'cart?{}': bag(1) });
    const { result } = read(answers, 'cart', {});
    act(() => answers.set('cart', {}, bag(5)));
    expect(result.current.data).toEqual(bag(5));
  });

  it('are fetched at each mount where they are `live`, whatever is known', async () => {
    const answers = new Answers({ 'cart?{}': bag(1) });
    const { result } = read(answers, 'cart', {}, { live: true });
    expect(result.current).toMatchObject({ data: undefined, loading: true });
    waiting[0]?.(bag(2));
    await waitFor(() => expect(result.current.data).toEqual(bag(2)));
  });
});

describe('how a request ended', () => {
  it('is forgotten with the arguments: a slow list says nothing about the next', async () => {
    vi.useFakeTimers();
    try {
      const answers = new Answers({ 'cart?{}': bag(1) });
      const { result, rerender } = renderHook(
        ({ path }: { path: 'cart' | 'invoice/index' }) => useCall(path, {}, { keep: true }),
        {
          initialProps: { path: 'invoice/index' },
          wrapper: (({ children }: { children: ReactNode }) => (
            <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
          )) as never,
        },
      );
      act(() => void vi.advanceTimersByTime(11_000));
      expect(result.current.slow).toBe(true);
      rerender({ path: 'cart' });
      await act(() => void vi.advanceTimersByTime(100));
      expect(result.current).toMatchObject({ slow: false, data: bag(1) });
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows no earlier answer of a `live` call that has failed', async () => {
    Object.assign(shop.answers, { cart: new Refusal('error.try_later') });
    const answers = new Answers({ 'cart?{}': bag(1) });
    const { result } = read(answers, 'cart', {}, { live: true });
    await waitFor(() => expect(result.current.error?.id).toBe('error.try_later'));
    expect(result.current.data).toBeUndefined();
  });

  it('is forgotten when the answer is outdated', async () => {
    Object.assign(shop.answers, { cart: new Refusal('error.try_later') });
    const answers = new Answers({});
    const { result } = read(answers, 'cart', {});
    await waitFor(() => expect(result.current.error).toBeDefined());
    Object.assign(shop.answers, { cart: hold });
    act(() => answers.set('cart', {}, bag(1)));
    act(() => answers.invalidate('cart'));
    expect(result.current).toMatchObject({ data: bag(1), error: undefined, loading: true });
  });
});

describe('answers of one person', () => {
  const invoices = { items: [{ number: 'HAH-1' }] } as never;

  it('are gone for the next, those of everybody stay', () => {
    const answers = new Answers({ 'page/topmenu?{}': { items: [] } });
    answers.set('invoice/index', {}, invoices);
    answers.set('wishlist/index', { page: 2 }, invoices);
    answers.forgetPerson();
    expect(answers.get('invoice/index', {})).toBeUndefined();
    expect(answers.get('wishlist/index', { page: 2 })).toBeUndefined();
    expect(answers.get('page/topmenu', {})).toBeDefined();
  });

  it('leave the screen at once, and are asked for anew', async () => {
    const answers = new Answers({ 'invoice/index?{}': invoices });
    const { result } = read(answers, 'invoice/index', {});
    act(() => answers.forgetPerson());
    expect(result.current).toMatchObject({ data: undefined, loading: true });
    await waitFor(() => expect(asked('invoice/index')).toBe(1));
  });

  it('are dropped when they arrive after the next has come', async () => {
    const answers = new Answers({});
    const ahead = answers.load('invoice/index', {});
    answers.forgetPerson();
    waiting[0]?.(invoices);
    await waitFor(() => expect(waiting).toHaveLength(2));
    waiting[1]?.({ items: [] });
    await ahead;
    expect(answers.get('invoice/index', {})).toEqual({ items: [] });
  });
});
