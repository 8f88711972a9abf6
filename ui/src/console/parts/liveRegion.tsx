/** Polite announcements for screen readers; nothing is shown. */

import { createStore, useStore } from '../api/store';

/** `sequence` tells two announcements of the same text apart. */
const spoken = createStore({ text: '', sequence: 0 });

export function announce(text: string): void {
  spoken.set({ text, sequence: spoken.get().sequence + 1 });
}

export function LiveRegion() {
  const { text, sequence } = useStore(spoken);
  return (
    // React Aria hides what is beside an open dialog, except this.
    <p className="visually-hidden" role="status" aria-live="polite" data-live-announcer="true">
      {sequence % 2 === 1 ? `${text}\u00a0` : text}
    </p>
  );
}
