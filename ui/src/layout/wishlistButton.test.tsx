/** The heart: whether a product is saved is said once, by its words or by its state. */

import { act, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wishlistStore } from '../state/wishlist';
import { closeShop, hydrateAfter, openShop, show } from '../testing';
import { WishlistButton } from './WishlistButton';

beforeEach(() => void openShop({}));
afterEach(() => {
  wishlistStore.set({ entries: null });
  closeShop();
});

const item = { itemId: 7, sku: 'ROB-1', name: 'Robe' };
const save = () => act(() => wishlistStore.set({ entries: [{ id: 1, item_id: 7, product_item_id: 7 }] }));

it('with words: by them alone', async () => {
  show(() => <WishlistButton worded {...item} />, '/en');
  expect(screen.getByRole('button', { name: 'Save to wishlist' }).hasAttribute('aria-pressed')).toBe(false);
  await save();
  expect(screen.getByRole('button', { name: 'Saved to wishlist' }).hasAttribute('aria-pressed')).toBe(false);
});

it('on a card: by its state, under one name', async () => {
  show(() => <WishlistButton {...item} />, '/en');
  const heart = screen.getByRole('button', { name: 'Save to wishlist: Robe' });
  expect(heart.hasAttribute('aria-pressed')).toBe(false);
  await act(() => wishlistStore.set({ entries: [] }));
  expect(heart.getAttribute('aria-pressed')).toBe('false');
  await save();
  expect(screen.getByRole('button', { name: 'Save to wishlist: Robe' }).getAttribute('aria-pressed')).toBe('true');
});

it('pressed before hydration, it acts once; what sends it without scripts stays unsent', async () => {
  const sent: Event[] = [];
  document.addEventListener('submit', (event) => sent.push(event));
  document.body.insertAdjacentHTML('beforeend', '<form id="wish" method="post" action="/en/do/wishlist/add"></form>');
  await hydrateAfter(
    (root) => root.querySelector('button')?.click(),
    () => <WishlistButton {...item} />,
    '/en',
  );
  await waitFor(() => expect(wishlistStore.get().pending).toMatchObject(item));
  expect(sent).toEqual([]);
  document.getElementById('wish')?.remove();
});
