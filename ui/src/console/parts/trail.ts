/** The list that one came from, for the way back and for the order before and after this one. */

import { createStore } from '../api/store';

interface Trail {
  /** Its address with all filters, below `/console`. */
  list: string;
  numbers: string[];
  /** Opened last: the row that gets focus on the way back. */
  opened: string | undefined;
}

export const trail = createStore<Trail>({ list: '/orders', numbers: [], opened: undefined });

export function neighbours(numbers: readonly string[], number: string) {
  const at = numbers.indexOf(number);
  return at < 0 ? {} : { previous: numbers[at - 1], next: numbers[at + 1] };
}
