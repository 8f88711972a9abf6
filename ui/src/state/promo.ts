/** Status of the promo tag. Cached pages carry none: it is fetched after hydration when the cookie is set. */

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
    // The cart carries the same status, and its totals are binding.
  }
}
