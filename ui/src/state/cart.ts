/**
 * Client-side cart. Cached pages carry no cart: count and contents are fetched after hydration. Cart and checkout pages
 * have it primed.
 */

import { useContext } from 'react';
import { Answers } from '../api/answers';
import { type ApiError, asApiError, call, isAbort, readCookie } from '../api/client';
import type { Args, Cart, CartItem } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { createStore, useStore } from './store';

export interface CartState {
  /** Undefined until loaded. */
  cart: Cart | undefined;
  /** Undefined until loaded. */
  totalQty: number | undefined;
  /** Increases with each item added (boutique.md §4). */
  index: number;
  bought: boolean;
  /** Item added last, shown first in the drawer. */
  added: CartItem | undefined;
  drawerOpen: boolean;
  /** Writes on their way: totals that are known now may be former ones. */
  writes: number;
  error: ApiError | undefined;
}

export const cartStore = createStore<CartState>({
  cart: undefined,
  totalQty: undefined,
  index: 0,
  bought: false,
  added: undefined,
  drawerOpen: false,
  writes: 0,
  error: undefined,
});

/** The cart; on pages where it is primed, from the first render on. */
export function useCart(): CartState {
  const state = useStore(cartStore);
  const primed = useContext(AnswersContext).get('cart', {});
  const cart = state.cart ?? primed;
  return { ...state, cart, totalQty: state.totalQty ?? cart?.total_qty };
}

let answers = new Answers({});

/** Sets the store of answers that is kept in sync with the cart. */
export function bindCartAnswers(of: Answers): void {
  answers = of;
}

/** Replaces the cart, and invalidates answers that depend on it, those on their way included. */
function setCart(cart: Cart | undefined): void {
  answers.invalidate('checkout/index');
  answers.invalidate('cart/sidebar');
  if (cart) answers.set('cart', {}, cart);
  else answers.invalidate('cart');
  cartStore.set({ cart, totalQty: cart?.total_qty, error: undefined });
}

/** Loads the header's count. Without a session there is no cart, and none is created. */
export async function loadCartCount(): Promise<void> {
  if (!readCookie('SID')) {
    cartStore.set({ totalQty: 0 });
    return;
  }
  try {
    await answers.load('cart/sidebar', {});
    cartStore.set({ totalQty: answers.get('cart/sidebar', {})?.total_qty });
  } catch {
    // Not essential: the header shows no count.
  }
}

export async function loadCart(): Promise<void> {
  cartStore.set({ error: undefined });
  try {
    await answers.load('cart', {});
    setCart(answers.get('cart', {}));
  } catch (reason) {
    // Whoever waited has left.
    if (!isAbort(reason)) cartStore.set({ error: asApiError(reason) });
  }
}

/** Serialises writes, so that the last response is the last state. */
let queue: Promise<unknown> = Promise.resolve();
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work, work);
  queue = turn.catch(() => {});
  return turn;
}

/** Makes a call that answers the changed cart, after those before it. Throws an `ApiError`; the old state stays. */
export async function changeCart(work: () => Promise<Cart>): Promise<Cart> {
  cartStore.set(({ writes }) => ({ writes: writes + 1 }));
  try {
    const cart = await enqueue(work);
    setCart(cart);
    return cart;
  } catch (reason) {
    // Without an answer it may have been written all the same.
    answers.invalidate('checkout/index');
    throw asApiError(reason);
  } finally {
    // Last: what depends on the cart is outdated by now.
    cartStore.set(({ writes }) => ({ writes: writes - 1 }));
  }
}

/** Adds an item. Throws an `ApiError`. */
export const addItem = (args: Args<'cart/add'>): Promise<Cart> => changeCart(() => call('cart/add', args));

/** Adds an item and opens the drawer. On failure reloads the count and throws an `ApiError`. */
export async function addToCart(args: Args<'cart/add'>): Promise<Cart> {
  try {
    const cart = await addItem(args);
    const added = cart.items.find(({ item_id }) => item_id === cart.added_item_id);
    cartStore.set(({ index }) => ({ index: index + 1, bought: true, added, drawerOpen: true }));
    return cart;
  } catch (reason) {
    void loadCartCount();
    throw reason;
  }
}

/** To be called after an order: the server empties its cart too. */
export function resetCart(): void {
  setCart(undefined);
  cartStore.set({ added: undefined, bought: false });
  void loadCartCount();
}

/** A page from the browser's back/forward cache shows what was in the bag then. */
export function refreshCart(): void {
  if (cartStore.get().cart ?? answers.get('cart', {})) void loadCart();
  else void loadCartCount();
}

export function openCartDrawer(): void {
  cartStore.set({ drawerOpen: true, added: undefined });
  void loadCart();
}

export function closeCartDrawer(): void {
  cartStore.set({ drawerOpen: false });
}
