/** Screens and primed calls of the routes. */

import coreScreens from 'virtual:screens';
import type { ComponentType } from 'react';
import { callKey } from './api/key';
import type { Args, Path } from './api/types';
import { matchPath } from './domain/routeTable';
import { listArgs, pageArgs, parseList, queryValue } from './domain/urls';
import type { RouteState, ScreenProps } from './state/route';
import type { PageInfo, PageVariant } from './state/site';

export type Screen = ComponentType<ScreenProps>;
export type PageCall = { [P in Path]: { path: P; args: Args<P>; key: string } }[Path];

const NOT_FOUND = 'notfound';

export function findRoute(path: string, search: string, variant: PageVariant): RouteState {
  const match = matchPath(path);
  return { name: match?.route.name ?? NOT_FOUND, path, search, params: match?.params ?? {}, variant };
}

/** Calls that a page primes, with their cache keys. */
export function callsOf({ path, search, variant }: RouteState, { site }: PageInfo): PageCall[] {
  const { route, params } = matchPath(path) ?? {};
  return (route?.calls ?? []).flatMap(({ path, args: sources = {}, list, paged, needs, when }) => {
    if (when && when !== variant && !site.languages.some(({ lang }) => lang === when)) return [];
    const query = parseList(search, list ?? 'position');
    const args: Record<string, unknown> = list ? listArgs(query, list) : paged ? pageArgs(query.page) : {};
    for (const [name, source] of Object.entries(sources)) {
      if ('segment' in source) args[name] = params?.[source.segment];
      else if ('query' in source) args[name] = queryValue(search, source.query);
      else if ('term' in source) args[name] = queryValue(search, source.term).trim();
      else args[name] = source.constant;
    }
    return needs && !args[needs] ? [] : [{ path, args, key: callKey(path, args) } as PageCall];
  });
}

const screens = new Map<string, Screen>();

/** Registers a screen: all of them on the server, loaded ones in a browser. */
export function provideScreen(name: string, screen: Screen): void {
  screens.set(name, screen);
}

export function screenOf(name: string): Screen | undefined {
  return screens.get(name);
}

export async function loadScreen(name: string): Promise<void> {
  if (screens.has(name)) return;
  const load = coreScreens[name] ?? (await loadRestScreens())[name];
  if (load) provideScreen(name, (await load()).default);
}

/** Loaders of the screens that are not in the first bundle. */
export async function loadRestScreens(): Promise<typeof coreScreens> {
  return (await import('virtual:screens/rest')).default;
}
