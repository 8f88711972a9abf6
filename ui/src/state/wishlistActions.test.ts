/** Wishlist actions: guests, saving after the login, matching of entries. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../locales/en.po';
import { configure } from '../api/client';
import type { Site, WishEntry } from '../api/types';
import { createI18n } from './i18n';
import { toastStore } from './toast';
import { entriesFor, type WishlistItem, wishlistStore } from './wishlist';
import { invalidateWishlist, savePendingItem, syncWishlist, toggleWishlistItem } from './wishlistActions';

const i18n = createI18n('en', messages);
const towel: WishlistItem = { itemId: 7, sku: 'TOW', name: 'Towel' };
const saved: WishEntry = { id: 3, item_id: 7, product_item_id: 7 };

let asked: string[] = [];
let refuse = '';

beforeEach(() => {
  asked = [];
  refuse = '';
  window.sessionStorage.clear();
  savePendingItem(null);
  invalidateWishlist();
  wishlistStore.set(wishlistStore.initial);
  toastStore.set({ current: null });
  configure({ store_id: 94, store_code: 'x', currency: 'EUR', services: 'x' } as Site, () => {});
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://shop');
    const path = pathname.replace('/hah_api/', '');
    asked.push(`${path} ${searchParams.get('sku') ?? searchParams.get('id') ?? ''}`.trim());
    const entries = path === 'wishlist/remove' ? [] : [saved];
    const message =
      path === 'wishlist/status'
        ? null
        : { id: path === 'wishlist/add' ? 'wishlist.added' : 'wishlist.removed', params: {} };
    const error = { id: refuse, params: { number: '100' }, fields: {}, field_messages: {} };
    return {
      status: 200,
      json: async () =>
        refuse ? { code: '0', message: 'no', error } : { code: '1', message: '', data: { entries, ids: {}, message } },
    };
  });
});

afterEach(() => {
  document.cookie = 'isLogin=; path=/; max-age=0';
  vi.unstubAllGlobals();
});

const login = () => {
  document.cookie = 'isLogin=1; path=/';
};

describe('wishlist of a guest', () => {
  it('asks for a login without a call', async () => {
    await toggleWishlistItem(i18n, towel);
    expect(wishlistStore.get().pending).toEqual(towel);
    expect(asked).toEqual([]);
    await syncWishlist(i18n);
    expect(asked).toEqual([]);
  });

  it('saves the pending item once after the login', async () => {
    await toggleWishlistItem(i18n, towel);
    login();
    await syncWishlist(i18n);
    expect(asked).toEqual(['wishlist/add TOW']);
    expect(wishlistStore.get()).toEqual({ entries: [saved], pending: null });
    expect(toastStore.get().current?.text).toBe('Added to your wishlist.');
    await syncWishlist(i18n);
    expect(asked).toHaveLength(1);
    expect(window.sessionStorage.length).toBe(0);
  });

  it('discards a dismissed pending item', async () => {
    await toggleWishlistItem(i18n, towel);
    savePendingItem(null);
    login();
    await syncWishlist(i18n);
    expect(asked).toEqual(['wishlist/status']);
  });
});

describe('wishlist of a customer', () => {
  beforeEach(login);

  it('toggles an item', async () => {
    await toggleWishlistItem(i18n, towel);
    expect(entriesFor(towel, wishlistStore.get().entries)).toHaveLength(1);
    await toggleWishlistItem(i18n, towel);
    expect(asked).toEqual(['wishlist/add TOW', 'wishlist/remove 3']);
    expect(wishlistStore.get().entries).toEqual([]);
    expect(toastStore.get().current?.text).toBe('Removed from your wishlist.');
  });

  it('keeps the item for after the login when the session has expired', async () => {
    refuse = 'login.required';
    await toggleWishlistItem(i18n, towel);
    expect(toastStore.get().current).toBeNull();
    refuse = '';
    await syncWishlist(i18n);
    expect(asked).toEqual(['wishlist/add TOW', 'wishlist/add TOW']);
  });

  it('shows that the list is full', async () => {
    refuse = 'wishlist.limit';
    await toggleWishlistItem(i18n, towel);
    expect(toastStore.get().current?.text).toBe('Your wishlist is full: it holds 100 items.');
  });

  it('is cleared after a logout', async () => {
    await syncWishlist(i18n);
    expect(wishlistStore.get().entries).toHaveLength(1);
    document.cookie = 'isLogin=0; path=/';
    await syncWishlist(i18n);
    expect(wishlistStore.get().entries).toEqual([]);
  });
});

it('matches a card by any variant, a chosen variant by itself', () => {
  const entries = [
    { id: 1, item_id: 71, product_item_id: 7 },
    { id: 2, item_id: 72, product_item_id: 7 },
    { id: 3, item_id: 8, product_item_id: 8 },
  ];
  expect(entriesFor({ itemId: 7 }, entries).map(({ id }) => id)).toEqual([1, 2]);
  expect(entriesFor({ itemId: 7, variantId: 72 }, entries).map(({ id }) => id)).toEqual([2]);
  expect(entriesFor({ itemId: 7, variantId: 73 }, entries)).toEqual([]);
});
