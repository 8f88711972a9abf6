/** The state of the list, all of it in the address. */

import type { ReturnFilters } from '../../api/returns';
import type { ReturnStep } from '../../api/types';
import { readPages, writePages } from '../../parts/pages';
import { RETURN_STEPS } from '../../parts/returnNames';

export interface View {
  q: string;
  /** Null: all. */
  step: ReturnStep | null;
  /** Only those that wait for their refund. */
  owed: boolean;
  /** Only those whose goods are overdue. */
  overdue: boolean;
  oldest: boolean;
  /** How many pages are shown. */
  pages: number;
}

export const PLAIN: View = { q: '', step: null, owed: false, overdue: false, oldest: false, pages: 1 };

/** What an address says; what it cannot mean is left out. */
export const readView = (params: URLSearchParams): View => ({
  q: (params.get('q') ?? '').trim(),
  step: RETURN_STEPS.find((one) => one === params.get('step')) ?? null,
  owed: params.get('owed') === '1',
  overdue: params.get('overdue') === '1',
  oldest: params.get('sort') === 'oldest',
  pages: readPages(params),
});

export const writeView = ({ q, step, owed, overdue, oldest, pages }: View): URLSearchParams =>
  new URLSearchParams({
    ...(q && { q }),
    ...(step && { step }),
    ...(owed && { owed: '1' }),
    ...(overdue && { overdue: '1' }),
    ...(oldest && { sort: 'oldest' }),
    ...(pages > 1 && { pages: writePages(pages) }),
  });

export const filtersOf = ({ q, step, owed, overdue, oldest }: View): ReturnFilters => ({
  q,
  step,
  owed,
  overdue,
  oldest,
});

export const isFiltered = ({ q, step, owed, overdue }: View): boolean => q !== '' || step !== null || owed || overdue;
