/** Routes of addresses, and what their pages need: primed calls and screens. */

import loaders from 'virtual:screens';
import { callKey } from './api/key';
import type { Args, Path } from './api/types';
import { listArgs, pageArgs, parseList } from './domain/listQuery';
import { matchPath } from './domain/routeTable';
import { queryValue } from './domain/urls';
import { provideScreen, screenOf } from './screens';
import type { RouteState } from './state/route';
import type { PageInfo, PageVariant } from './state/site';

export type PageCall = { [P in Path]: { path: P; args: Args<P>; key: string } }[Path];

const NOT_FOUND = 'notfound';

export function findRoute(path: string, search: string, variant: PageVariant): RouteState {
  const match = matchPath(path);
  const { name = NOT_FOUND, access, no_return } = match?.route ?? {};
  return { name, path, search, params: match?.params ?? {}, variant, access, no_return };
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

export async function loadScreen(name: string): Promise<void> {
  if (screenOf(name)) return;
  const screen = await loaders[name]?.();
  if (screen) provideScreen(name, screen.default);
}
