/** Polite announcements for screen readers; nothing is shown. `parts/LiveRegion` renders them. */

import { createStore } from './store';

/** `turn` tells two announcements of the same text apart. */
export const liveRegionStore = createStore<{ text: string; turn: number }>({ text: '', turn: 0 });

export function announce(text: string): void {
  liveRegionStore.set(({ turn }) => ({ text, turn: turn + 1 }));
}
