/** Whether a copy of the database is being put back: until it is, no call is answered. */

import { createStore } from './store';

export const restoring = createStore(false);

/** Milliseconds between two looks. */
const LOOK = 2000;

/** Waits until the shop is open again, then loads the page anew: whoever was signed in signs in again. */
export function reloadOnceOpen(): () => void {
  const timer = setInterval(async () => {
    const ready = await fetch('/readyz', { cache: 'no-store' }).catch(() => undefined);
    if (ready?.ok) window.location.reload();
  }, LOOK);
  return () => clearInterval(timer);
}
