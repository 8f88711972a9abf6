/** The state of the list, all of it in the address. */

import type { StockFilters } from '../../api/stock';
import type { StockFilter } from '../../api/types';
import { readHidden } from '../../parts/columns';
import { readPages, writePages } from '../../parts/pages';

const FILTERS = ['low', 'out', 'expected'] as const;

/** What is counted stays. */
export const COLUMNS = ['available', 'held', 'shelf', 'expected'] as const;

export type Column = (typeof COLUMNS)[number];

export interface View {
  q: string;
  filter: StockFilter;
  /** Columns that are not shown. */
  hide: Column[];
  /** How many pages are shown. */
  pages: number;
}

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const wanted = params.get('filter');
  return {
    q: (params.get('q') ?? '').trim(),
    filter: FILTERS.find((one) => one === wanted) ?? 'all',
    hide: readHidden(params, COLUMNS),
    pages: readPages(params),
  };
}

export const writeView = ({ q, filter, hide, pages }: View): URLSearchParams =>
  new URLSearchParams({
    ...(q && { q }),
    ...(filter !== 'all' && { filter }),
    ...(hide.length > 0 && { hide: hide.join(',') }),
    ...(pages > 1 && { pages: writePages(pages) }),
  });

export const filtersOf = ({ q, filter }: Pick<View, 'q' | 'filter'>): StockFilters => ({ q, filter });
