/**
 * Wishlist entries of the customer, for heart buttons. Cached pages carry none: they are fetched after hydration. Writes
 * are in `wishlistActions.ts`, loaded on first use.
 */

import type { WishEntry } from '../api/types';
import { createStore } from './store';

/** The product, or variant, of a heart button. */
export interface WishlistItem {
  /** The product counts as saved when any of its variants is. */
  itemId: number;
  /** With a chosen variant, only that variant counts. */
  variantId?: number;
  sku: string;
  name: string;
}

interface WishlistStoreState {
  entries: WishEntry[];
  /** Item that a guest wanted to save, while the login prompt is open. */
  pending: WishlistItem | null;
}

export const wishlistStore = createStore<WishlistStoreState>({ entries: [], pending: null });

/** Entries that match a heart button. */
export function entriesFor(
  { itemId, variantId }: Pick<WishlistItem, 'itemId' | 'variantId'>,
  entries: WishEntry[],
): WishEntry[] {
  return entries.filter((entry) => (variantId ? entry.item_id === variantId : entry.product_item_id === itemId));
}
