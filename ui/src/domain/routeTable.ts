/** The route table, generated from the server's: names, paths, access, calls to prime. */

import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import table from '../../routes.json';
import type { Lang, Sort } from '../api/types';

/** Source of an argument: a segment of the path, a query parameter, a search term, or a constant. */
type Source = { segment: string } | { query: string } | { term: string } | { constant: string };

interface PrimedCall {
  path: string;
  args?: Record<string, Source>;
  /** Default sort of a list, which takes page, sort and filters from the query. */
  list?: Sort;
  /** Takes only the page number from the query. */
  paged?: boolean;
  /** Argument without which the call is left out. */
  needs?: string;
  /** Variant of the home page, or language that the shop must offer. */
  when?: 'desktop' | 'mobile' | Lang;
}

export interface Route {
  /** Name of the page and of its screen. */
  name: string;
  /** Patterns below the language, in wouter's notation; none for pages in the place of others. */
  paths: string[];
  /** One of the pages that show the shop: it gets by with the core of the language pack. */
  core?: boolean;
  /** `member`: guests are redirected to the login; `guest`: customers are redirected. The server decides by the session. */
  access?: 'member' | 'guest';
  /** A login does not return here. */
  no_return?: boolean;
  calls?: PrimedCall[];
}

export const routeTable = table as Route[];

export function routeNamed(name: string): Route | undefined {
  return routeTable.find((route) => route.name === name);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

/** The route of a path with its language, and its decoded segments; undefined when no pattern matches. */
export function matchPath(path: string): RouteMatch | undefined {
  const rest = `/${path.split('/').filter(Boolean).slice(1).join('/')}`;
  for (const route of routeTable)
    for (const pattern of route.paths) {
      const [fits, matched] = matchRoute(parse, pattern, rest);
      if (!fits) continue;
      const params: Record<string, string> = {};
      for (const [name, value] of Object.entries(matched)) if (typeof value === 'string') params[name] = decode(value);
      // The last segment is the product's key; category segments before it are ignored.
      if (params['*'] !== undefined) params.key = decode(params['*'].split('/').pop() ?? '');
      return { route, params };
    }
  return undefined;
}
