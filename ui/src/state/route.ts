/** What a screen is told about its address. The route table, which knows all screens, stands floors above. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { navigate } from './navigation';
import type { PageVariant } from './site';

export interface RouteState {
  /** Name of the route; `notfound` when no route fits. */
  name: string;
  /** Path with its language, without query: `/en/c/bedding`. */
  path: string;
  /** Query without its question mark. */
  search: string;
  params: Record<string, string>;
  variant: PageVariant;
}

/** Every screen gets the route it was made for: while the next page loads, the address bar may already say something else. */
export type ScreenProps = RouteState;

export const RouteContext = createContext<RouteState>({
  name: 'home',
  path: '/',
  search: '',
  params: {},
  variant: 'desktop',
});

export function useRoute(): RouteState {
  return useContext(RouteContext);
}

/**
 * The router's view of the history: the path on screen, and our way to another. The router itself would follow the address at
 * once; a page here is shown when its code and answers are there.
 */
export function useShownLocation(): [string, (href: string, options?: { replace?: boolean }) => void] {
  return [useRoute().path, navigate];
}
