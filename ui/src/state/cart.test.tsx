/** The client-side cart, and invalidation of dependent answers. */

import { act, render, renderHook, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Answers } from '../api/answers';
import type { Cart } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { closeShop, type FakeShop, openShop, Refusal, setCookie } from '../testing';
import { addToCart, bindCartAnswers, cartStore, resetCart, useCart, useCartCount } from './cart';
import { useStore } from './store';

const bag = (total_qty: number) => ({ items: [{ item_id: 1, sku: 'MAT', options: [] }], total_qty }) as unknown as Cart;
const CHECKOUT = 'checkout/index?{"country":"GB"}';

let shop: FakeShop;
beforeEach(() => {
  shop = openShop({ 'cart/add': bag(3) });
});
afterEach(closeShop);

/** A page primed with a cart of one item, with its checkout prefetched. */
function open() {
  const answers = new Answers({ 'cart?{}': bag(1), [CHECKOUT]: {} });
  bindCartAnswers(answers);
  const { result } = renderHook(() => ({ cart: useCart(), totalQty: useCartCount(), ...useStore(cartStore) }), {
    // The testing library has Preact's types.
    wrapper: (({ children }: { children: ReactNode }) => (
      <AnswersContext.Provider value={answers}>{children}</AnswersContext.Provider>
    )) as never,
  });
  return { answers, result };
}

describe('client-side cart', () => {
  it('is primed until changed', async () => {
    const { answers, result } = open();
    expect(result.current.totalQty).toBe(1);
    await act(async () => {
      await addToCart({ sku: 'MAT', qty: 2 });
    });
    expect(result.current).toMatchObject({ totalQty: 3, index: 1, bought: true });
    expect(answers.get('cart', {})?.total_qty).toBe(3);
    expect(answers.get('checkout/index', { country: 'GB' })).toBeUndefined();
  });

  it('counts what is added, and loads the cart anew when that fails', async () => {
    const { result } = open();
    await act(async () => {
      await addToCart({ sku: 'MAT', qty: 1 });
      await addToCart({ sku: 'MAT', qty: 1 });
    });
    expect(result.current).toMatchObject({ index: 2, bought: true });
    Object.assign(shop.answers, { 'cart/add': new Refusal('cart.qty_maximum'), cart: bag(5) });
    await act(async () => {
      await expect(addToCart({ sku: 'MAT', qty: 1 })).rejects.toThrow();
    });
    expect(result.current.index).toBe(2);
    await waitFor(() => expect(result.current.totalQty).toBe(5));
  });

  it('names what was added: the item that the answer tells, whichever was asked for', async () => {
    const { result } = open();
    const items = [
      { item_id: 1, sku: 'MAT' },
      { item_id: 2, sku: 'ROBE-S' },
    ];
    shop.answers['cart/add'] = { ...bag(2), items, added_item_id: 2 };
    await act(async () => {
      await addToCart({ sku: 'ROBE', options: { size: 's' }, qty: 1 });
    });
    expect(result.current.added?.sku).toBe('ROBE-S');
  });

  it('is gone after an order, and only counted from there', async () => {
    const { answers, result } = open();
    setCookie('SID=handle');
    shop.answers['cart/sidebar'] = { total_qty: 0 };
    await act(async () => resetCart());
    expect(result.current.cart).toBeUndefined();
    expect(result.current.totalQty).toBe(0);
    expect(answers.get('checkout/index', { country: 'GB' })).toBeUndefined();
  });

  it('is, where a part is hydrated late, at first what the server had', async () => {
    const { answers } = open();
    answers.set('cart', {}, bag(7));
    const seen: number[] = [];
    function Late() {
      seen.push(useCartCount());
      return null;
    }
    render(
      <AnswersContext.Provider value={answers}>
        <Late />
      </AnswersContext.Provider>,
    );
    expect(seen[0]).toBe(1);
    await waitFor(() => expect(seen.at(-1)).toBe(7));
  });

  it('shows the cart that a screen has fetched', async () => {
    const { answers, result } = open();
    shop.answers.cart = bag(4);
    await act(async () => answers.load('cart', {}));
    expect(result.current.totalQty).toBe(4);
  });

  it('leaves nothing to the next person', async () => {
    const { answers, result } = open();
    act(() => answers.forgetPerson());
    expect(result.current).toMatchObject({ cart: undefined, totalQty: 0 });
  });
});
