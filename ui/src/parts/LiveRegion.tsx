/** Live region for `announce`: one in the page and one in each dialog, because content below a modal dialog is not announced. */

import { liveRegionStore } from '../state/liveRegion';
import { useStore } from '../state/store';

export function LiveRegion() {
  const { text, sequence } = useStore(liveRegionStore);
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {/* A repeated text must change to be announced. */}
      {sequence % 2 === 1 ? `${text}\u00a0` : text || null}
    </p>
  );
}
