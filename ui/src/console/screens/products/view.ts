/** The state of the list, all of it in the address. */

import type { ProductFilters } from '../../api/products';
import type { ItemKind } from '../../api/types';
import { readHidden } from '../../parts/columns';
import { readPages, writePages } from '../../parts/pages';

export const KINDS = ['simple', 'configurable', 'kit'] as const satisfies readonly ItemKind[];
export const STATES = ['on', 'off'] as const;

export const COLUMNS = ['category', 'kind', 'price', 'missing'] as const;

export type Column = (typeof COLUMNS)[number];

export interface View {
  q: string;
  state: '' | (typeof STATES)[number];
  kind: '' | (typeof KINDS)[number];
  category: string;
  missing: string;
  /** Fields of the grid; none: the plain list. */
  grid: string[];
  /** Columns of the plain list that are not shown. */
  hide: Column[];
  /** How many pages are shown. */
  pages: number;
}

const KEY = /^[\w.-]{1,80}$/;
/** As many as one call takes. */
export const MOST_COLUMNS = 12;

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const get = (name: string) => (params.get(name) ?? '').trim();
  const key = (name: string) => (KEY.test(get(name)) ? get(name) : '');
  const grid = get('grid')
    .split(',')
    .filter((field) => KEY.test(field));
  return {
    q: get('q'),
    state: STATES.find((one) => one === get('state')) ?? '',
    kind: KINDS.find((one) => one === get('kind')) ?? '',
    category: key('category'),
    missing: key('missing'),
    grid: [...new Set(grid)].slice(0, MOST_COLUMNS),
    hide: readHidden(params, COLUMNS),
    pages: readPages(params),
  };
}

export function writeView({ grid, hide, pages, ...view }: View): URLSearchParams {
  const fields = { ...view, grid: grid.join(','), hide: hide.join(','), pages: writePages(pages) };
  return new URLSearchParams(Object.entries(fields).filter(([, text]) => text !== ''));
}

export const filtersOf = ({ q, state, kind, category, missing, grid }: View): ProductFilters => ({
  q,
  is_on: state === '' ? null : state === 'on',
  kind: kind === '' ? null : kind,
  category,
  missing,
  fields: grid,
});
