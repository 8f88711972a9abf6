/**
 * The page for what is not there, inside a page that was to show it: a link of before led to it. The server answers such an
 * address with the page itself, so that no other page has to bring it along.
 */

import { loadNotFound, useLazy } from './lazy';
import type { NotFoundProps } from './NotFound';

export function LazyNotFound(props: NotFoundProps) {
  const NotFound = useLazy(true, loadNotFound);
  return NotFound ? <NotFound {...props} /> : null;
}
