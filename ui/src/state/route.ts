/** The current route, as screens see it. */

import { createContext, useContext } from 'react';
import { navigate } from './navigation';
import type { PageVariant } from './site';

export interface RouteState {
  /** Name of the route; `notfound` when none matches. */
  name: string;
  /** Path with its language, without query: `/en/c/bedding`. */
  path: string;
  /** Query without its question mark. */
  search: string;
  params: Record<string, string>;
  variant: PageVariant;
  /** Who may see the page, where not everybody may. */
  access?: 'member' | 'guest' | undefined;
  /** A login does not return here. */
  no_return?: boolean | undefined;
}

/** Each screen keeps the route it was rendered for: the address bar may be ahead while the next page loads. */
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
 * Location hook for links: the path on screen, which follows the address (`useMoves`) once the page's code and data are
 * loaded, and `navigate`.
 */
export function useShownLocation(): [string, (href: string, options?: { replace?: boolean }) => void] {
  return [useRoute().path, navigate];
}
