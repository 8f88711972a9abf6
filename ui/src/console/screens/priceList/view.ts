/** The state of the list, all of it in the address. */

import type { PriceFilters } from '../../api/prices';
import { readPages, writePages } from '../../parts/pages';

export interface View {
  q: string;
  isPlanned: boolean;
  /** Currencies that have a column, besides EUR. */
  more: string[];
  /** How many pages are shown. */
  pages: number;
}

/** What an address says; what it cannot mean is left out. */
export const readView = (params: URLSearchParams): View => ({
  q: (params.get('q') ?? '').trim(),
  isPlanned: params.get('filter') === 'planned',
  more: (params.get('currencies') ?? '').split(',').filter((code) => /^[A-Z]{3}$/.test(code) && code !== 'EUR'),
  pages: readPages(params),
});

export const writeView = ({ q, isPlanned, more, pages }: View): URLSearchParams =>
  new URLSearchParams({
    ...(q && { q }),
    ...(isPlanned && { filter: 'planned' }),
    ...(more.length > 0 && { currencies: more.join(',') }),
    ...(pages > 1 && { pages: writePages(pages) }),
  });

export const filtersOf = ({ q, isPlanned }: Pick<View, 'q' | 'isPlanned'>): PriceFilters => ({
  q,
  filter: isPlanned ? 'planned' : 'all',
});
