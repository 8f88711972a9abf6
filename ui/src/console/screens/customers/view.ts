/** The state of the list, all of it in the address: it can be sent to a colleague. */

import type { CustomerFilters } from '../../api/customers';
import type { CustomerFilter } from '../../api/types';
import { readHidden } from '../../parts/columns';
import { readPages, writePages } from '../../parts/pages';

export const COLUMNS = ['email', 'orders', 'newsletter', 'language', 'since'] as const;

export type Column = (typeof COLUMNS)[number];

export const FILTERS = ['ordered', 'subscribed', 'deletion', 'guests'] as const;

export interface View {
  q: string;
  filter: CustomerFilter;
  sort: 'newest' | 'oldest';
  /** Columns that are not shown. */
  hide: Column[];
  /** How many pages are shown. */
  pages: number;
}

export const PLAIN: View = { q: '', filter: 'all', sort: 'newest', hide: [], pages: 1 };

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  return {
    q: (params.get('q') ?? '').trim(),
    filter: FILTERS.find((one) => one === params.get('filter')) ?? 'all',
    sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
    hide: readHidden(params, COLUMNS),
    pages: readPages(params),
  };
}

/** Without what goes without saying, so that addresses stay short. */
export function writeView({ q, filter, sort, hide, pages }: View): URLSearchParams {
  const fields = {
    q,
    filter: filter === 'all' ? '' : filter,
    sort: sort === 'newest' ? '' : sort,
    hide: hide.join(','),
    pages: writePages(pages),
  };
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
}

export const isFiltered = ({ q, filter }: View) => q !== '' || filter !== 'all';

export const filtersOf = ({ q, filter, sort }: View): CustomerFilters => ({ q, filter, sort });
