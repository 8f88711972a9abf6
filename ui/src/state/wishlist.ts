/**
 * What of the catalogue a customer has saved, for the hearts on cards and pages. Cached pages know nothing of it: it is asked
 * for after hydration, of customers only. How it is changed stands in `wishing.ts`, which is fetched when a heart is pressed.
 */

import type { WishEntry } from '../api/types';
import { createStore } from './store';

/** What a heart stands for. */
export interface WishlistItem {
  /** The product's: its heart is full when it or one of its variants is saved. */
  itemId: number;
  /** The chosen variant's: then only that one counts. */
  variantId?: number;
  sku: string;
  name: string;
}

interface WishlistStoreState {
  entries: WishEntry[];
  /** A guest's wish, while it waits for the answer to 'log in or create an account'. */
  pending: WishlistItem | null;
}

export const wishlistStore = createStore<WishlistStoreState>({ entries: [], pending: null });

/** The entries that a heart stands for. */
export function entriesFor(
  { itemId, variantId }: Pick<WishlistItem, 'itemId' | 'variantId'>,
  entries: WishEntry[],
): WishEntry[] {
  return entries.filter((entry) => (variantId ? entry.item_id === variantId : entry.product_item_id === itemId));
}
