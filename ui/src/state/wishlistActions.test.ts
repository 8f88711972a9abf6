/** Wishlist actions: guests, saving after the login, matching of entries. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { messages } from '../../locales/en.po';
import type { WishEntry } from '../api/types';
import { closeShop, type FakeShop, openShop, Refusal, setCookie } from '../testing';
import { createI18n } from './i18n';
import { toastStore } from './toast';
import { entriesFor, type WishlistItem, wishlistStore } from './wishlist';
import { invalidateWishlist, savePendingItem, syncWishlist, toggleWishlistItem } from './wishlistActions';

const i18n = createI18n('en', messages);
const towel: WishlistItem = { itemId: 7, sku: 'TOW', name: 'Towel' };
const saved: WishEntry = { id: 3, item_id: 7, product_item_id: 7 };

const changed = (id: string, entries: WishEntry[]) => ({ entries, ids: {}, message: { id, params: {} } });

let shop: FakeShop;
const asked = () => shop.sent.map(({ path, args }) => `${path} ${args.sku ?? args.id ?? ''}`.trim());

beforeEach(() => {
  savePendingItem(null);
  invalidateWishlist();
  wishlistStore.set(wishlistStore.initial);
  shop = openShop({
    'wishlist/status': { entries: [saved], ids: {}, message: null },
    'wishlist/add': changed('wishlist.added', [saved]),
    'wishlist/remove': changed('wishlist.removed', []),
  });
});
afterEach(closeShop);

const login = () => setCookie('isLogin=1');

describe('wishlist of a guest', () => {
  it('asks for a login without a call', async () => {
    await toggleWishlistItem(i18n, towel);
    expect(wishlistStore.get().pending).toEqual(towel);
    expect(asked()).toEqual([]);
    await syncWishlist(i18n);
    expect(asked()).toEqual([]);
  });

  it('saves the pending item once after the login', async () => {
    await toggleWishlistItem(i18n, towel);
    login();
    await syncWishlist(i18n);
    expect(asked()).toEqual(['wishlist/add TOW']);
    expect(wishlistStore.get()).toEqual({ entries: [saved], pending: null });
    expect(toastStore.get().current?.text).toBe('Added to your wishlist.');
    await syncWishlist(i18n);
    expect(asked()).toHaveLength(1);
    expect(window.sessionStorage.length).toBe(0);
  });

  it('saves after the login what was sent before scripts came, with its options', async () => {
    const back = encodeURIComponent('/en/mywishlist?sku=BED&options.leg=round%20black&options.base=taupe');
    window.history.replaceState(null, '', `/en/login?return=${back}`);
    await syncWishlist(i18n);
    expect(asked()).toEqual([]);
    window.history.replaceState(null, '', '/en/mywishlist');
    login();
    await syncWishlist(i18n);
    expect(shop.sent[0]?.args).toMatchObject({ sku: 'BED', 'options.leg': 'round black', 'options.base': 'taupe' });
    await syncWishlist(i18n);
    expect(asked()).toHaveLength(1);
  });

  const openLink = () => {
    const back = encodeURIComponent('/en/mywishlist?sku=BED');
    window.history.replaceState(null, '', `/en/login?return=${back}`);
    return syncWishlist(i18n);
  };

  it('keeps what was chosen when a link names another item', async () => {
    await toggleWishlistItem(i18n, towel);
    await openLink();
    login();
    await syncWishlist(i18n);
    expect(asked()).toEqual(['wishlist/add TOW']);
  });

  it('forgets what a link names when the login is left', async () => {
    await openLink();
    expect(window.sessionStorage.length).toBe(1);
    window.history.replaceState(null, '', '/en/login');
    await syncWishlist(i18n);
    expect(window.sessionStorage.length).toBe(0);
    login();
    await syncWishlist(i18n);
    expect(asked()).toEqual(['wishlist/status']);
  });

  it('discards a dismissed pending item', async () => {
    await toggleWishlistItem(i18n, towel);
    savePendingItem(null);
    login();
    await syncWishlist(i18n);
    expect(asked()).toEqual(['wishlist/status']);
  });
});

describe('wishlist of a customer', () => {
  beforeEach(login);

  it('toggles an item', async () => {
    await toggleWishlistItem(i18n, towel);
    expect(entriesFor(towel, wishlistStore.get().entries)).toHaveLength(1);
    await toggleWishlistItem(i18n, towel);
    expect(asked()).toEqual(['wishlist/add TOW', 'wishlist/remove 3']);
    expect(wishlistStore.get().entries).toEqual([]);
    expect(toastStore.get().current?.text).toBe('Removed from your wishlist.');
  });

  it('keeps the item for after the login when the session has expired', async () => {
    const { 'wishlist/add': added } = shop.answers;
    window.history.replaceState(null, '', '/en/p/towel');
    shop.answers['wishlist/add'] = new Refusal('login.required');
    await toggleWishlistItem(i18n, towel);
    expect(toastStore.get().current).toBeNull();
    shop.answers['wishlist/add'] = added;
    login();
    await syncWishlist(i18n);
    expect(asked()).toEqual(['wishlist/add TOW', 'wishlist/add TOW']);
  });

  it('shows that the list is full', async () => {
    shop.answers['wishlist/add'] = new Refusal('wishlist.limit', {}, { number: '100' });
    await toggleWishlistItem(i18n, towel);
    expect(toastStore.get().current?.text).toBe('Your wishlist is full: it holds 100 items.');
  });

  it('is cleared after a logout', async () => {
    await syncWishlist(i18n);
    expect(wishlistStore.get().entries).toHaveLength(1);
    setCookie('isLogin=0');
    await syncWishlist(i18n);
    expect(wishlistStore.get().entries).toBeNull();
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
