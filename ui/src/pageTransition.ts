/** View transitions between pages. Loaded when the browser is idle: the page before needs none. */

import type { RouteState } from './state/route';

/** Milliseconds that a busy browser may take for its snapshots: it must not delay the next page. */
const MAX_WAIT = 300;

/**
 * Gives a product's card in a list the view transition name of the picture on its page, so that one morphs into the other.
 */
function markSharedPicture(path: string): () => void {
  const card = document.querySelector<HTMLElement>(`article:has([href="${CSS.escape(path)}"]) picture`)?.parentElement;
  card?.style.setProperty('view-transition-name', 'product-picture');
  return () => card?.style.removeProperty('view-transition-name');
}

/** Calls `change`, which shows the page `to`, within a view transition where the browser has them and motion is welcome. */
export function showWithTransition(change: () => void, from: RouteState, to: RouteState): void {
  if (!document.startViewTransition || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    change();
    return;
  }
  const leaving = to.name === 'product' && from.name !== 'product' ? markSharedPicture(to.path) : undefined;
  let back: (() => void) | undefined;
  const transition = document.startViewTransition(
    () =>
      new Promise<void>((resolve) => {
        clearTimeout(busy);
        change();
        // `setTimeout`, not an animation frame: rendering is paused during this callback.
        setTimeout(() => {
          leaving?.();
          if (from.name === 'product' && to.name !== 'product') back = markSharedPicture(from.path);
          resolve();
        });
      }),
  );
  // Keyboard users see focus at once: the transition's snapshots would cover it.
  const skip = () => transition.skipTransition();
  const busy = setTimeout(skip, MAX_WAIT);
  const cleanUp = () => {
    back?.();
    document.removeEventListener('keydown', skip);
  };
  document.addEventListener('keydown', skip);
  // A skipped transition rejects `ready`; the page has changed all the same.
  transition.ready.catch(() => {});
  transition.finished.then(cleanUp, cleanUp);
}
