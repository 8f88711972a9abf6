/** Length of typed text, and search terms. */

import { type Problem, RUN } from './text';

/** Counts code points. */
export function characterCount(text: string): number {
  return [...text].length;
}

/** Length check (boutique.md §5): white space is ignored, a `max` of 0 is no limit. */
export function length(input: string, min: number, max: number): 'too_short' | 'too_long' | null {
  const n = characterCount(input.replace(RUN, ''));
  if (n < min) return 'too_short';
  return max !== 0 && n > max ? 'too_long' : null;
}

const SEARCH_MAX = 200;

export function searchTerm(input: string): Problem | null {
  const fault = length(input, 1, SEARCH_MAX);
  if (fault === 'too_short') return { id: 'search.empty' };
  return fault ? { id: 'search.too_long', params: { max: String(SEARCH_MAX) } } : null;
}
