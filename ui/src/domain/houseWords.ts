/** The words of a house with its name in them. */

import type { HouseWords } from '../api/types';

export function filled(words: HouseWords, brand: string): HouseWords {
  const named = Object.entries(words).map(([name, text]) => [name, text.replaceAll('{brand}', brand)]);
  return Object.fromEntries(named) as HouseWords;
}
