/** The state of the list, all of it in the address. */

import type { StockFilters } from '../../api/stock';
import type { StockFilter } from '../../api/types';

const FILTERS = ['low', 'out', 'expected'] as const;

export interface View {
  q: string;
  filter: StockFilter;
}

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const wanted = params.get('filter');
  return { q: (params.get('q') ?? '').trim(), filter: FILTERS.find((one) => one === wanted) ?? 'all' };
}

export const writeView = ({ q, filter }: View): URLSearchParams =>
  new URLSearchParams({ ...(q && { q }), ...(filter !== 'all' && { filter }) });

export const filtersOf = ({ q, filter }: View): StockFilters => ({ q, filter });
