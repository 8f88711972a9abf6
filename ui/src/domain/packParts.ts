/** The parts of a language pack, and which of them a page needs. */

/**
 * `core`: what every page may show at once. `rest`: what components that are loaded later show, and what several of the following
 * do: `account`, only the pages of an account, login and registration among them; `buying`, only bag and checkout; `service`, all
 * others.
 */
export const PARTS = ['core', 'rest', 'account', 'buying', 'service'] as const;
export type Part = (typeof PARTS)[number];

/** Parts for a row of the route table. Pages in the place of others have no row in the browser's address: they are core. */
export function partsOf({ name, core, access }: { name?: string; core?: boolean; access?: string }): Part[] {
  if (core) return ['core'];
  const isBuying = name === 'cart' || name === 'checkout';
  return ['core', 'rest', access ? 'account' : isBuying ? 'buying' : 'service'];
}
