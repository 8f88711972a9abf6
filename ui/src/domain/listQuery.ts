/** The query of a list: page, sort, filters. */

import type { Filters, Sort } from '../api/types';
import { parseQuery } from './urls';

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
