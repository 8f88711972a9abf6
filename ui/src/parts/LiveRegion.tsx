/** Where `announce` speaks. The page has one, and each dialog its own, since the page beneath a dialog is silent. */

import { liveRegionStore } from '../state/liveRegion';
import { useStore } from '../state/store';

export function LiveRegion() {
  const { text, turn } = useStore(liveRegionStore);
  return (
    <p class="visually-hidden" role="status" aria-live="polite">
      {/* The same words twice must be two changes. */}
      {turn % 2 === 1 ? `${text}\u00a0` : text || null}
    </p>
  );
}
