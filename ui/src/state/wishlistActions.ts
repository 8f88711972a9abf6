/**
 * Adds and removes wishlist items. A guest is asked to log in first (boutique.md §6); the item is kept for the tab, and
 * saved after the login.
 */

import type { I18n } from '@lingui/core';
import { type ApiError, asApiError, call, readCookie } from '../api/client';
import type { WishlistState } from '../api/types';
import { parseQuery, queryValue, splitUrl } from '../domain/urls';
import { messageText } from './i18n';
import { loadLater } from './later';
import { readSession, writeSession } from './sessionStorage';
import { showToast } from './toast';
import { entriesFor, type WishlistItem, wishlistStore } from './wishlist';

const STORAGE_KEY = 'wish';

/** An item that waits for the login. */
interface PendingItem extends WishlistItem {
  /** Named by the address of the login, which may be a link of anybody's: not chosen in this tab. */
  isSent?: boolean;
}

/** Used where storage is blocked or full: the item is then lost with the document. */
let memoryFallback: PendingItem | null = null;

export function savePendingItem(item: WishlistItem | null): void {
  memoryFallback = item;
  writeSession(STORAGE_KEY, item);
}

function readPendingItem(): PendingItem | null {
  if (memoryFallback) return memoryFallback;
  const stored = readSession(STORAGE_KEY);
  const isItem = stored && typeof stored === 'object' && 'sku' in stored && typeof stored.sku === 'string';
  return isItem ? (stored as PendingItem) : null;
}

export function isLoggedIn(): boolean {
  return readCookie('isLogin') === '1';
}

function applyState({ entries }: WishlistState): void {
  wishlistStore.set({ entries });
}

/** The heart that the browser sent before scripts had come, and that has led a guest to this login (`src/http/pages/forms.rs`). */
function readSentHeart(): PendingItem | null {
  const { path, search } = splitUrl(queryValue(window.location.search, 'return'));
  const sku = path.endsWith('/mywishlist') ? queryValue(search, 'sku') : '';
  if (!sku) return null;
  const options = parseQuery(search).filter(([name]) => name.startsWith('options.'));
  return { itemId: 0, sku, options: Object.fromEntries(options), name: '', isSent: true };
}

/** Session of the customer whose list was loaded; empty for a guest. */
let loadedFor = '';

/** Loads the list after a login, clears it after a logout. */
export async function syncWishlist(i18n: I18n): Promise<void> {
  const customer = isLoggedIn() ? `of ${readCookie('SID')}` : '';
  if (loadedFor && customer !== loadedFor) wishlistStore.set({ entries: null });
  if (!customer) {
    loadedFor = '';
    const pending = readPendingItem();
    // What was chosen in this tab stays; what the address names is forgotten with it.
    if (!pending || pending.isSent) savePendingItem(readSentHeart());
    return;
  }
  const wish = readPendingItem();
  if (wish) {
    savePendingItem(null);
    wishlistStore.set({ pending: null });
    loadedFor = customer;
    await add(i18n, wish);
    return;
  }
  if (loadedFor === customer) return;
  loadedFor = customer;
  try {
    applyState(await call('wishlist/status', {}));
  } catch {
    // Not essential: hearts stay empty.
    loadedFor = '';
  }
}

/** Reloads the list on the next page. */
export function invalidateWishlist(): void {
  loadedFor = '';
}

async function add(i18n: I18n, wish: WishlistItem): Promise<void> {
  await loadLater();
  try {
    const state = await call('wishlist/add', { ...wish.options, sku: wish.sku });
    applyState(state);
    if (state.message) showToast(messageText(i18n, state.message), 'success');
  } catch (reason) {
    const error = asApiError(reason);
    // The session has expired: the login page takes over, and the item is saved afterwards.
    if (error.id === 'login.required') savePendingItem(wish);
    else showToast(messageText(i18n, error), 'error');
  }
}

/** Removes entries one by one. Throws an `ApiError`. */
export async function removeFromWishlist(ids: readonly number[]): Promise<WishlistState | undefined> {
  let state: WishlistState | undefined;
  for (const id of ids) {
    try {
      state = await call('wishlist/remove', { id });
    } catch (reason) {
      throw asApiError(reason);
    }
    applyState(state);
  }
  return state;
}

export async function toggleWishlistItem(i18n: I18n, wish: WishlistItem): Promise<void> {
  if (!isLoggedIn()) {
    savePendingItem(wish);
    wishlistStore.set({ pending: wish });
    return;
  }
  const saved = entriesFor(wish, wishlistStore.get().entries);
  if (saved.length === 0) return add(i18n, wish);
  await loadLater();
  try {
    const state = await removeFromWishlist(saved.map(({ id }) => id));
    if (state?.message) showToast(messageText(i18n, state.message), 'success');
  } catch (reason) {
    const error = reason as ApiError;
    if (error.id !== 'login.required') showToast(messageText(i18n, error), 'error');
  }
}
