/**
 * "Not found" inside a screen whose data turned out to be missing after a client-side navigation. Loaded lazily: the server
 * answers such URLs with the page itself.
 */

import { loadNotFound, useLazy } from './lazy';
import type { NotFoundProps } from './NotFound';

export function LazyNotFound(props: NotFoundProps) {
  const NotFound = useLazy(true, loadNotFound);
  return NotFound ? <NotFound {...props} /> : null;
}
