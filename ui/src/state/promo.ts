/** What became of the promo tag. Cached pages know nothing of it: it is asked for after hydration when there is a tag. */

import { call, readCookie } from '../api/client';
import type { TagState } from '../api/types';
import { createStore } from './store';

export const promoStore = createStore<{ tag: TagState | null }>({ tag: null });

export async function loadPromo(): Promise<void> {
  if (!readCookie('employcode')) return;
  try {
    const { tag } = await call('page/promo', {});
    promoStore.set({ tag });
  } catch {
    // The bag tells the same, and its sums are what counts.
  }
}
