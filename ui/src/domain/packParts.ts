/** The parts of a language pack, and which of them a page needs. */

/**
 * `core`: what every page may show at once. `rest`: what components that are loaded later show, and what several of the following
 * do: `account`, only the pages of an account, login and registration among them; `buying`, only bag and checkout; `service`, all
 * others. `guide`: what only the style guide shows, which is a page of demonstrations. It loads all parts and moves no message into
 * another: what it shares stays where the shop has it.
 */
export const PARTS = ['core', 'rest', 'account', 'buying', 'service', 'guide'] as const;
export type Part = (typeof PARTS)[number];

/** Parts for a row of the route table. Pages in the place of others have no row in the browser's address: they are core. */
export function partsOf({ name, core, access }: { name?: string; core?: boolean; access?: string }): Part[] {
  if (core) return ['core'];
  if (name === 'styleguide') return [...PARTS];
  const isBuying = name === 'cart' || name === 'checkout';
  return ['core', 'rest', access ? 'account' : isBuying ? 'buying' : 'service'];
}
