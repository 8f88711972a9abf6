/** The state of the list, all of it in the address. */

import type { PriceFilters } from '../../api/prices';

export interface View {
  q: string;
  isPlanned: boolean;
  /** Currencies that have a column, besides EUR. */
  more: string[];
}

/** What an address says; what it cannot mean is left out. */
export const readView = (params: URLSearchParams): View => ({
  q: (params.get('q') ?? '').trim(),
  isPlanned: params.get('filter') === 'planned',
  more: (params.get('currencies') ?? '').split(',').filter((code) => /^[A-Z]{3}$/.test(code) && code !== 'EUR'),
});

export const writeView = ({ q, isPlanned, more }: View): URLSearchParams =>
  new URLSearchParams({
    ...(q && { q }),
    ...(isPlanned && { filter: 'planned' }),
    ...(more.length > 0 && { currencies: more.join(',') }),
  });

export const filtersOf = ({ q, isPlanned }: Pick<View, 'q' | 'isPlanned'>): PriceFilters => ({
  q,
  filter: isPlanned ? 'planned' : 'all',
});
