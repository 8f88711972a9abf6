/**
 * Saving to the wishlist and taking from it. A guest is asked to log in or create an account first (boutique.md §6); the wish
 * is kept for this tab, and completes when they are back as a customer.
 */

import type { I18n } from '@lingui/core';
import { type ApiError, asApiError, call, readCookie } from '../api/client';
import type { WishlistState } from '../api/types';
import { messageText } from './i18n';
import { notify } from './notice';
import { entriesOf, type Wish, wishStore } from './wish';
import { words } from './words';

const KEPT = 'wish';

/** Storage may be forbidden or full; the wish is then forgotten when the document is. */
let kept: Wish | null = null;

export function keepWish(wish: Wish | null): void {
  kept = wish;
  try {
    if (wish) window.sessionStorage.setItem(KEPT, JSON.stringify(wish));
    else window.sessionStorage.removeItem(KEPT);
  } catch {
    // See above.
  }
}

function keptWish(): Wish | null {
  if (kept) return kept;
  try {
    const found: unknown = JSON.parse(window.sessionStorage.getItem(KEPT) ?? 'null');
    const isWish = found && typeof found === 'object' && 'sku' in found && typeof found.sku === 'string';
    return isWish ? (found as Wish) : null;
  } catch {
    return null;
  }
}

export function isCustomer(): boolean {
  return readCookie('isLogin') === '1';
}

function take({ entries }: WishlistState): void {
  wishStore.set({ entries });
}

/** Whose list is known: nobody's, until it was asked for. */
let loadedFor: boolean | undefined;

/** Reads the list when somebody has logged in, and forgets it when they have left. */
export async function followCustomer(i18n: I18n): Promise<void> {
  const customer = isCustomer();
  if (!customer) {
    if (loadedFor) wishStore.set({ entries: [] });
    loadedFor = false;
    return;
  }
  const wish = keptWish();
  if (wish) {
    keepWish(null);
    wishStore.set({ asked: null });
    loadedFor = true;
    await add(i18n, wish);
    return;
  }
  if (loadedFor) return;
  loadedFor = true;
  try {
    take(await call('wishlist/status', {}));
  } catch {
    // Empty hearts are no fault that anybody could mend.
    loadedFor = undefined;
  }
}

/** The list is read anew at the next page. */
export function forgetWishes(): void {
  loadedFor = undefined;
}

async function add(i18n: I18n, wish: Wish): Promise<void> {
  await words();
  try {
    const state = await call('wishlist/add', { sku: wish.sku });
    take(state);
    if (state.message) notify(messageText(i18n, state.message), 'success');
  } catch (reason) {
    const error = asApiError(reason);
    // The session has ended unseen: the login takes over, and the wish waits for it.
    if (error.id === 'login.required') keepWish(wish);
    else notify(messageText(i18n, error), 'error');
  }
}

/** Takes entries off the list, one after the other. Throws an `ApiError`. */
export async function removeWishes(ids: readonly number[]): Promise<WishlistState | undefined> {
  let state: WishlistState | undefined;
  for (const id of ids) {
    try {
      state = await call('wishlist/remove', { id });
    } catch (reason) {
      throw asApiError(reason);
    }
    take(state);
  }
  return state;
}

/** A heart was pressed. */
export async function toggleWish(i18n: I18n, wish: Wish): Promise<void> {
  if (!isCustomer()) {
    keepWish(wish);
    wishStore.set({ asked: wish });
    return;
  }
  const saved = entriesOf(wish, wishStore.get().entries);
  if (saved.length === 0) return add(i18n, wish);
  await words();
  try {
    const state = await removeWishes(saved.map(({ id }) => id));
    if (state?.message) notify(messageText(i18n, state.message), 'success');
  } catch (reason) {
    const error = reason as ApiError;
    if (error.id !== 'login.required') notify(messageText(i18n, error), 'error');
  }
}
