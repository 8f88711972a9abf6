/**
 * Client-side cart. Cached pages carry no cart: count and contents are fetched after hydration. Cart and checkout pages
 * have it primed.
 */

import { useContext, useEffect, useState } from 'react';
import { Answers } from '../api/answers';
import { type ApiError, asApiError, call, isAbort, readCookie } from '../api/client';
import { callKey } from '../api/key';
import type { Answer, Args, Cart, CartItem } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { createStore, isHydrated } from './store';

/** What is known of the cart besides its answers. */
interface CartState {
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
  index: 0,
  bought: false,
  added: undefined,
  drawerOpen: false,
  writes: 0,
  error: undefined,
});

/** An answer as it is now, not fetched here; while the page is hydrated, as the server had it. */
function useAnswer<P extends 'cart' | 'cart/sidebar'>(path: P): Answer<P> | undefined {
  const answers = useContext(AnswersContext);
  const key = callKey(path, {});
  const read = () => answers.get(path, {});
  const [answer, setAnswer] = useState(() => (isHydrated() ? read() : (answers.primed[key] as Answer<P> | undefined)));
  // `key` stands for `path`, which is all that `read` depends on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function at each render
  useEffect(() => {
    const update = () => setAnswer(read);
    update();
    return answers.subscribe(key, update);
  }, [answers, key]);
  return answer;
}

/** The cart, undefined until loaded; on pages where it is primed, from the first render on. */
export const useCart = (): Cart | undefined => useAnswer('cart');

/** Pieces in the cart, 0 until loaded. */
export function useCartCount(): number {
  const cart = useCart();
  const count = useAnswer('cart/sidebar');
  return (cart ?? count)?.total_qty ?? 0;
}

let answers = new Answers({});

/** Sets the store of answers that holds the cart, and loads the header's count where it is not known. */
export function bindCartAnswers(of: Answers): void {
  answers = of;
  if (!knownCart()) void loadCartCount();
}

/** The cart as it is known now. */
export const knownCart = (): Cart | undefined => answers.get('cart', {});

/** Loads the header's count. Without a session there is no cart, and none is created. */
async function loadCartCount(): Promise<void> {
  // Not essential: without an answer the header shows no count.
  if (readCookie('SID')) await answers.load('cart/sidebar', {}).catch(() => {});
}

export async function loadCart(): Promise<void> {
  cartStore.set({ error: undefined });
  try {
    await answers.load('cart', {});
    answers.invalidate('checkout/index');
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
    answers.invalidate('checkout/index');
    answers.set('cart', {}, cart);
    cartStore.set({ error: undefined });
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

/** Adds an item and opens the drawer. On failure loads what is in the cart and throws an `ApiError`. */
export async function addToCart(args: Args<'cart/add'>): Promise<Cart> {
  try {
    const cart = await addItem(args);
    const added = cart.items.find(({ item_id }) => item_id === cart.added_item_id);
    cartStore.set(({ index }) => ({ index: index + 1, bought: true, added, drawerOpen: true }));
    return cart;
  } catch (reason) {
    refreshCart();
    throw reason;
  }
}

/** To be called after an order: the server empties its cart too. */
export function resetCart(): void {
  answers.invalidate('checkout/index');
  for (const path of ['cart', 'cart/sidebar'] as const) answers.invalidate(path, true);
  cartStore.set({ added: undefined, bought: false, error: undefined });
  void loadCartCount();
}

/** Loads what is shown of the cart. A page from the browser's back/forward cache shows what was in it then. */
export function refreshCart(): void {
  void (knownCart() ? loadCart() : loadCartCount());
}

export function openCartDrawer(): void {
  cartStore.set({ drawerOpen: true, added: undefined });
  void loadCart();
}

export function closeCartDrawer(): void {
  cartStore.set({ drawerOpen: false });
}
