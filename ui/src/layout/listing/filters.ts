/** Changes to the filters of a list. */

import type { Filters } from '../../api/types';

/** Adds a value of a facet. */
export function withValue(filters: Filters, facet: string, value: string): Filters {
  return { ...filters, [facet]: [...(filters[facet] ?? []), value] };
}

/** Removes a value; a facet without values is dropped. */
export function without(filters: Filters, facet: string, value: string): Filters {
  const values = (filters[facet] ?? []).filter((one) => one !== value);
  const { [facet]: _, ...rest } = filters;
  return values.length > 0 ? { ...rest, [facet]: values } : rest;
}
