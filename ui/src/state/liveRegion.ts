/** Polite announcements for screen readers; nothing is shown. `parts/LiveRegion` renders them. */

import { createStore } from './store';

/** `sequence` distinguishes two announcements of the same text. */
export const liveRegionStore = createStore<{ text: string; sequence: number }>({ text: '', sequence: 0 });

export function announce(text: string): void {
  liveRegionStore.set(({ sequence }) => ({ text, sequence: sequence + 1 }));
}
