/**
 * The bag as the browser knows it. Pages that are cached hold nothing of it: count and contents are asked for after
 * hydration. The bag and checkout pages come with it primed.
 */

import { useContext } from 'preact/hooks';
import type { Answers } from '../api/answers';
import { type ApiError, asApiError, call, readCookie } from '../api/client';
import type { AddArgs, Cart, CartItem } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { createStore, useStore } from './store';

export interface CartState {
  /** Undefined until it was asked for. */
  cart: Cart | undefined;
  /** Undefined until known. */
  totalQty: number | undefined;
  /** Rises with each item added (boutique.md §4). */
  index: number;
  bought: boolean;
  /** The item added last, for the drawer. */
  added: CartItem | undefined;
  drawerOpen: boolean;
  busy: boolean;
  error: ApiError | undefined;
}

export const cartStore = createStore<CartState>({
  cart: undefined,
  totalQty: undefined,
  index: 0,
  bought: false,
  added: undefined,
  drawerOpen: false,
  busy: false,
  error: undefined,
});

/** The bag; on pages that come with it primed, from the first render on. */
export function useCart(): CartState {
  const state = useStore(cartStore);
  const primed = useContext(AnswersContext).get('cart', {});
  const cart = state.cart ?? primed;
  return { ...state, cart, totalQty: state.totalQty ?? cart?.total_qty };
}

let answers: Answers | undefined;

/** Names the answers that are kept in step with the bag. */
export function bindCartAnswers(of: Answers): void {
  answers = of;
}

/** The bag is another: what was answered about the last one is over, and so is a checkout fetched ahead. */
export function setCart(cart: Cart | undefined): void {
  answers?.invalidate('checkout/index');
  if (cart) answers?.set('cart', {}, cart);
  else answers?.invalidate('cart');
  cartStore.set({ cart, totalQty: cart?.total_qty, error: undefined });
}

/** The count in the header. A visitor without a session has no bag, and is given no session for asking. */
export async function loadCartCount(): Promise<void> {
  if (!readCookie('SID')) {
    cartStore.set({ totalQty: 0 });
    return;
  }
  try {
    const { total_qty } = await call('cart/sidebar', {});
    cartStore.set({ totalQty: total_qty });
  } catch {
    // The count is a comfort: without it the header shows none.
  }
}

export async function loadCart(): Promise<void> {
  cartStore.set({ busy: true, error: undefined });
  try {
    setCart(await call('cart', {}));
  } catch (reason) {
    cartStore.set({ error: asApiError(reason) });
  } finally {
    cartStore.set({ busy: false });
  }
}

/** Writes go one after the other, so that the last answer is the last state. */
let queue: Promise<unknown> = Promise.resolve();
function enqueue<T>(work: () => Promise<T>): Promise<T> {
  const turn = queue.then(work, work);
  queue = turn.catch(() => {});
  return turn;
}

/** Whether an item is the one just added: by its number, by the options chosen, or because its quantity rose. */
function isAddedItem(item: CartItem, { sku, options }: AddArgs, before: Cart | undefined): boolean {
  if (item.sku === sku) return true;
  const chosen = Object.entries(options ?? {});
  if (
    chosen.length > 0 &&
    chosen.every(([code, value]) => item.options.some((o) => o.code === code && o.value === value))
  ) {
    return true;
  }
  return before !== undefined && before.items.find((one) => one.item_id === item.item_id)?.qty !== item.qty;
}

/** Adds an item and opens the drawer. Throws an `ApiError` when it could not; the bag is then read anew. */
export async function addToCart(args: AddArgs): Promise<Cart> {
  try {
    const before = cartStore.get().cart;
    const cart = await enqueue(() => call('cart/add', args));
    setCart(cart);
    const added = cart.items.find((item) => isAddedItem(item, args, before)) ?? cart.items[0];
    cartStore.set(({ index }) => ({ index: index + 1, bought: true, added, drawerOpen: true }));
    return cart;
  } catch (reason) {
    void loadCartCount();
    throw asApiError(reason);
  }
}

/** Changes a quantity. Throws an `ApiError`; the old quantity stays. */
export async function updateItem(itemId: number, qty: number): Promise<Cart> {
  try {
    const cart = await enqueue(() => call('cart/update', { item_id: itemId, qty }));
    setCart(cart);
    return cart;
  } catch (reason) {
    throw asApiError(reason);
  }
}

export async function deleteItems(itemIds: number[]): Promise<Cart> {
  try {
    const cart = await enqueue(() => call('cart/delete', { item_ids: itemIds }));
    setCart(cart);
    return cart;
  } catch (reason) {
    throw asApiError(reason);
  }
}

/** After an order is placed: the server has emptied the bag, or will. */
export function resetCart(): void {
  setCart(undefined);
  cartStore.set({ added: undefined, bought: false });
  void loadCartCount();
}

export function openCartDrawer(): void {
  cartStore.set({ drawerOpen: true, added: undefined });
  void loadCart();
}

export function closeCartDrawer(): void {
  cartStore.set({ drawerOpen: false });
}
