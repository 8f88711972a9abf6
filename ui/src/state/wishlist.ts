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
  /** With the SKU of a product, the variant's: `options.<code>`, as the call's query has them. */
  options?: Record<string, string>;
  name: string;
}

interface WishlistStoreState {
  /** Null while nobody's are known: of a guest, and in cached pages. */
  entries: WishEntry[] | null;
  /** Item that a guest wanted to save, while the login prompt is open. */
  pending: WishlistItem | null;
}

export const wishlistStore = createStore<WishlistStoreState>({ entries: null, pending: null });

/** Entries that match a heart button. */
export function entriesFor(
  { itemId, variantId }: Pick<WishlistItem, 'itemId' | 'variantId'>,
  entries: WishEntry[] | null,
): WishEntry[] {
  return (entries ?? []).filter((entry) =>
    variantId ? entry.item_id === variantId : entry.product_item_id === itemId,
  );
}
