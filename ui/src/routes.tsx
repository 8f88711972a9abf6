/**
 * The route table: pattern, screen, calls to prime. The server's table of pages has the same routes and primes the same
 * calls.
 */

import type { ComponentType } from 'react';
import { parse } from 'regexparam';
import { matchRoute } from 'wouter';
import { callKey } from './api/key';
import type { Args, Path } from './api/types';
import { HELP_KEYS, listArgs, parseList, queryValue, RESULT_KINDS } from './domain/urls';
import type { RouteState, ScreenProps } from './state/route';
import type { PageInfo, PageVariant } from './state/site';

export type Screen = ComponentType<ScreenProps>;
export type PageCall = { [P in Path]: { path: P; args: Args<P> } }[Path];

export interface Route {
  name: string;
  /** Path after the language, in wouter's notation. */
  pattern: string;
  /** Whether the parameters are valid for the screen. */
  accepts?: (params: Record<string, string>) => boolean;
  calls: (params: Record<string, string>, search: string, variant: PageVariant, info: PageInfo) => PageCall[];
  load: () => Promise<{ default: Screen }>;
}

const routes: Route[] = [
  {
    name: 'home',
    pattern: '/',
    calls: (_, __, variant) => [{ path: variant === 'mobile' ? 'page/mobile' : 'page/home', args: {} }],
    load: () => import('./features/home/HomeScreen'),
  },
  {
    name: 'category',
    pattern: '/c/:key',
    calls: ({ key = '' }, search) => [
      { path: 'catalog/category', args: { url_key: key, ...listArgs(parseList(search, 'position'), 'position') } },
    ],
    load: () => import('./features/catalog/CategoryScreen'),
  },
  {
    name: 'product',
    // Category segments before the product's key are optional and ignored.
    pattern: '/p/*',
    calls: ({ key = '' }) => [{ path: 'catalog/product', args: { url_key: key } }],
    load: () => import('./features/catalog/ProductScreen'),
  },
  {
    name: 'search',
    pattern: '/search',
    calls: (_, search) => {
      const query = parseList(search, 'relevance');
      return query.q ? [{ path: 'search/index', args: { q: query.q, ...listArgs(query, 'relevance') } }] : [];
    },
    load: () => import('./features/search/SearchScreen'),
  },
  {
    name: 'cart',
    pattern: '/cart',
    calls: () => [{ path: 'cart', args: {} }],
    load: () => import('./features/cart/CartScreen'),
  },
  {
    name: 'checkout',
    pattern: '/checkout',
    calls: () => [
      { path: 'checkout/index', args: {} },
      { path: 'checkout/region', args: {} },
    ],
    load: () => import('./features/checkout/CheckoutScreen'),
  },
  {
    name: 'result',
    pattern: '/:kind',
    accepts: ({ kind = '' }) => (RESULT_KINDS as readonly string[]).includes(kind),
    calls: ({ kind }, search) => {
      const token = queryValue(search, 'token');
      return kind === 'payerror' && !token ? [] : [{ path: 'payment/index', args: { token } }];
    },
    load: () => import('./features/result/ResultScreen'),
  },
  {
    name: 'help',
    pattern: '/help/:note',
    accepts: ({ note = '' }) => (HELP_KEYS as readonly string[]).includes(note),
    calls: ({ note = '' }) => [{ path: 'page/cms', args: { url_key: note } }],
    load: () => import('./features/help/HelpScreen'),
  },
];

/** Whether the lazy routes are loaded. */
let isComplete = false;

export function addRoutes(more: readonly Route[]): void {
  if (!isComplete) routes.push(...more);
  isComplete = true;
}

/** Loads the lazy routes; false when they were loaded already. */
export async function loadRoutes(): Promise<boolean> {
  if (isComplete) return false;
  addRoutes((await import('./lazyRoutes')).lazyRoutes);
  return true;
}

const notFound: Route = {
  name: 'notfound',
  pattern: '*',
  calls: () => [],
  load: () => import('./features/notfound/NotFoundScreen'),
};

const failed: Route = {
  name: 'error',
  pattern: '*',
  calls: () => [],
  load: () => import('./features/notfound/ErrorScreen'),
};

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Parameters of a path without its language; null when it does not match. */
function matchParams(route: Route, path: string): Record<string, string> | null {
  const [fits, matched] = matchRoute(parse, route.pattern, path);
  if (!fits) return null;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(matched)) if (typeof value === 'string') params[name] = decode(value);
  // The last segment is the product's key; category segments before it are ignored.
  if (params['*'] !== undefined) params.key = decode(params['*'].split('/').pop() ?? '');
  return route.accepts && !route.accepts(params) ? null : params;
}

export function findRoute(path: string, search: string, variant: PageVariant): RouteState {
  const rest = `/${path.split('/').filter(Boolean).slice(1).join('/')}`;
  for (const route of routes) {
    const params = matchParams(route, rest);
    if (params) return { name: route.name, path, search, params, variant };
  }
  return { name: notFound.name, path, search, params: {}, variant };
}

function routeByName(name: string): Route | undefined {
  return [...routes, failed, notFound].find((route) => route.name === name);
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
  if (!routeByName(name)) await loadRoutes();
  provideScreen(name, (await (routeByName(name) ?? notFound).load()).default);
}

/** Calls that a page primes, with their cache keys. */
export function callsOf(route: RouteState, info: PageInfo): (PageCall & { key: string })[] {
  return (routeByName(route.name) ?? notFound)
    .calls(route.params, route.search, route.variant, info)
    .map((one) => ({ ...one, key: callKey(one.path, one.args) }));
}
