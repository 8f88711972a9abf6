/** URLs of the shop and the query of a list. Knows no component and no history. */

import type { Filters, Lang, Sort } from '../api/types';

export const HELP_KEYS = [
  'shipping-and-returns',
  'returns',
  'bed-terms',
  'terms-and-conditions',
  'terms-of-use',
  'privacy-statement',
  'legal-notice',
  'accessibility',
] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

/** Values of `lang` attributes. */
export const LOCALES: Record<Lang, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' };

export const urls = {
  home: (lang: Lang) => `/${lang}`,
  category: (lang: Lang, key: string) => `/${lang}/c/${encodeURIComponent(key)}`,
  search: (lang: Lang, q = '') => `/${lang}/search${q ? `?q=${encodeURIComponent(q)}` : ''}`,
  cart: (lang: Lang) => `/${lang}/cart`,
  checkout: (lang: Lang) => `/${lang}/checkout`,
  help: (lang: Lang, key: HelpKey) => `/${lang}/help/${key}`,
  account: (lang: Lang) => `/${lang}/account`,
  /** `from`: page to return to. */
  login: (lang: Lang, from = '') => `/${lang}/login${from ? `?return=${encodeURIComponent(from)}` : ''}`,
  result: (lang: Lang, kind: string, token: string) => `/${lang}/${kind}?token=${encodeURIComponent(token)}`,
};

/** A path with its language replaced. */
export function inLanguage(path: string, lang: Lang): string {
  return path.replace(/^\/[^/?#]+/, `/${lang}`);
}

/** Splits `/en/search?q=x#top` into path and query. Not `URL`: the server's engine lacks it. */
export function splitUrl(url: string): { path: string; search: string } {
  const [beforeHash = ''] = url.split('#');
  const at = beforeHash.indexOf('?');
  const path = at < 0 ? beforeHash : beforeHash.slice(0, at);
  return { path: path.length > 1 ? path.replace(/\/+$/, '') : path, search: at < 0 ? '' : beforeHash.slice(at + 1) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** Decoded pairs of a query, in order. */
export function parseQuery(search: string): [string, string][] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
}

export function queryValue(search: string, name: string): string {
  return parseQuery(search).find(([key]) => key === name)?.[1] ?? '';
}

const SORTS: readonly Sort[] = ['relevance', 'position', 'price_asc', 'price_desc', 'name', 'newest'];

/** State of a list in the URL. */
export interface ListQuery {
  q: string;
  page: number;
  sort: Sort;
  filters: Filters;
}

/** Parses a list's query; unknown or malformed parameters are ignored. */
export function parseList(search: string, defaultSort: Sort): ListQuery {
  const query: ListQuery = { q: '', page: 1, sort: defaultSort, filters: {} };
  for (const [name, value] of parseQuery(search)) {
    if (name === 'q') query.q = value.trim();
    else if (name === 'page' && /^[1-9]\d{0,4}$/.test(value)) query.page = Number(value);
    else if (name === 'sort' && SORTS.includes(value as Sort)) query.sort = value as Sort;
    else if (/^f\.[a-z][a-z0-9_]{0,39}$/.test(name)) {
      const values = value.split(',').filter(Boolean);
      if (values.length > 0) query.filters[name.slice(2)] = values;
    }
  }
  return query;
}

/** Arguments of a paged call; none for the first page. */
export function pageArgs(page: number): { page?: number } {
  return page > 1 ? { page } : {};
}

/** Canonical query of a list: defaults omitted, facets sorted. */
export function listSearch(query: Partial<ListQuery>, defaultSort: Sort): string {
  const pairs: string[] = [];
  if (query.q) pairs.push(`q=${encodeURIComponent(query.q)}`);
  if (query.sort && query.sort !== defaultSort) pairs.push(`sort=${query.sort}`);
  for (const facet of Object.keys(query.filters ?? {}).sort()) {
    const values = query.filters?.[facet] ?? [];
    if (values.length > 0) pairs.push(`f.${encodeURIComponent(facet)}=${values.map(encodeURIComponent).join(',')}`);
  }
  if (query.page && query.page > 1) pairs.push(`page=${query.page}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Arguments of the list's call, defaults omitted, as the server primes them. */
export function listArgs(query: ListQuery, defaultSort: Sort): { page?: number; sort?: Sort; filters?: Filters } {
  return {
    ...(query.page > 1 ? { page: query.page } : {}),
    ...(query.sort !== defaultSort ? { sort: query.sort } : {}),
    ...(Object.keys(query.filters).length > 0 ? { filters: query.filters } : {}),
  };
}
