/** Wishlist page: removal with undo. */

import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WishItem } from '../../api/types';
import { toastStore } from '../../state/toast';
import { closeShop, openShop, show } from '../../testing';
import WishlistScreen from './WishlistScreen';

function wish(id: number, name: string): WishItem {
  return {
    id,
    item_id: id,
    product_item_id: id,
    sku: name,
    name,
    url: `/en/p/${id}`,
    image: null,
    options: [],
    card: null,
    currency: 'EUR',
    price: null,
    price_from: false,
    market_price: null,
    lowest_price_30d: null,
    unit_price: null,
    stock: 5,
    availability: 'in_stock',
    can_add: true,
    added_at: '2026-11-21T09:30:00Z',
    notice: null,
  };
}

let saved: WishItem[] = [];
const list = () => ({ items: saved, total: saved.length, page: 1, per_page: 24 });

beforeEach(
  () =>
    void openShop({
      'wishlist/remove': ({ id }: { id: string }) => {
        saved = saved.filter((item) => String(item.id) !== id);
        return { entries: [] };
      },
      'wishlist/add': ({ sku }: { sku: string }) => {
        saved = [wish(9, sku), ...saved];
        return { entries: [], saved_id: 9 };
      },
      'wishlist/index': list,
    }),
);
afterEach(closeShop);

const rows = () => [...document.querySelectorAll('ul[class*="grid"] > li')].map((row) => row.textContent ?? '');

it.each([
  { names: ['Duvet', 'Robe', 'Towel'], removed: 'Robe' },
  { names: ['Robe'], removed: 'Robe' },
])('removes an item with undo in its place, which outlasts the notification: $names', async ({ names, removed }) => {
  saved = names.map((name, at) => wish(at + 1, name));
  show(WishlistScreen, '/en/mywishlist', [['wishlist/index', {}, list()]]);
  fireEvent.click(screen.getByLabelText(`Remove ${removed}`));
  const undo = await screen.findByText('Undo');
  expect(toastStore.get().current).toMatchObject({ text: `Removed: ${removed}`, duration: 3000 });
  expect(screen.queryByRole('heading', { name: removed })).toBeNull();
  if (names.length > 1) expect(rows()[names.indexOf(removed)]).toContain(`Removed: ${removed}`);
  fireEvent.click(undo);
  expect(await screen.findByRole('heading', { name: removed })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Undo')).toBeNull());
});
