/** Hearts: who may save, what a guest's press becomes after a login, and which entries a heart stands for. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '../../locales/en.po';
import { configure } from '../api/client';
import type { Site, WishEntry } from '../api/types';
import { createI18n } from './i18n';
import { noticeStore } from './notice';
import { entriesOf, type Wish, wishStore } from './wish';
import { followCustomer, forgetWishes, keepWish, toggleWish } from './wishing';

const i18n = createI18n('en', messages);
const towel: Wish = { itemId: 7, sku: 'TOW', name: 'Towel' };
const saved: WishEntry = { id: 3, item_id: 7, product_item_id: 7 };

let asked: string[] = [];
let refuse = '';

beforeEach(() => {
  asked = [];
  refuse = '';
  window.sessionStorage.clear();
  keepWish(null);
  forgetWishes();
  wishStore.set(wishStore.initial);
  noticeStore.set({ current: null });
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

describe('a guest', () => {
  it('is asked to log in, and the shop is not troubled', async () => {
    await toggleWish(i18n, towel);
    expect(wishStore.get().asked).toEqual(towel);
    expect(asked).toEqual([]);
    await followCustomer(i18n);
    expect(asked).toEqual([]);
  });

  it('has the wish fulfilled when they are back, once', async () => {
    await toggleWish(i18n, towel);
    login();
    await followCustomer(i18n);
    expect(asked).toEqual(['wishlist/add TOW']);
    expect(wishStore.get()).toEqual({ entries: [saved], asked: null });
    expect(noticeStore.get().current?.text).toBe('Added to your wishlist.');
    await followCustomer(i18n);
    expect(asked).toHaveLength(1);
    expect(window.sessionStorage.length).toBe(0);
  });

  it('who did not mean it is not taken at their word', async () => {
    await toggleWish(i18n, towel);
    keepWish(null);
    login();
    await followCustomer(i18n);
    expect(asked).toEqual(['wishlist/status']);
  });
});

describe('a customer', () => {
  beforeEach(login);

  it('saves by a press, and takes off by another', async () => {
    await toggleWish(i18n, towel);
    expect(entriesOf(towel, wishStore.get().entries)).toHaveLength(1);
    await toggleWish(i18n, towel);
    expect(asked).toEqual(['wishlist/add TOW', 'wishlist/remove 3']);
    expect(wishStore.get().entries).toEqual([]);
    expect(noticeStore.get().current?.text).toBe('Removed from your wishlist.');
  });

  it('whose session has ended is led to the login with the wish', async () => {
    refuse = 'login.required';
    await toggleWish(i18n, towel);
    expect(noticeStore.get().current).toBeNull();
    refuse = '';
    await followCustomer(i18n);
    expect(asked).toEqual(['wishlist/add TOW', 'wishlist/add TOW']);
  });

  it('is told when the list is full', async () => {
    refuse = 'wishlist.limit';
    await toggleWish(i18n, towel);
    expect(noticeStore.get().current?.text).toBe('Your wishlist is full: it holds 100 items.');
  });

  it('who leaves takes the hearts with them', async () => {
    await followCustomer(i18n);
    expect(wishStore.get().entries).toHaveLength(1);
    document.cookie = 'isLogin=0; path=/';
    await followCustomer(i18n);
    expect(wishStore.get().entries).toEqual([]);
  });
});

it('a card’s heart is full by any variant, a chosen variant’s by itself alone', () => {
  const entries = [
    { id: 1, item_id: 71, product_item_id: 7 },
    { id: 2, item_id: 72, product_item_id: 7 },
    { id: 3, item_id: 8, product_item_id: 8 },
  ];
  expect(entriesOf({ itemId: 7 }, entries).map(({ id }) => id)).toEqual([1, 2]);
  expect(entriesOf({ itemId: 7, variantId: 72 }, entries).map(({ id }) => id)).toEqual([2]);
  expect(entriesOf({ itemId: 7, variantId: 73 }, entries)).toEqual([]);
});
