/** The parts of a language pack, and which of them a page needs. */

/**
 * `core`: what every page may show at once. `rest`: what components that are loaded later show, and bag, checkout and service.
 * `account`: what only the pages of an account show, login and registration among them.
 */
export const PARTS = ['core', 'rest', 'account'] as const;
export type Part = (typeof PARTS)[number];

/** Parts for a row of the route table. Pages in the place of others have no row in the browser's address: they are core. */
export function partsOf({ core, access }: { core?: boolean; access?: string }): Part[] {
  if (core) return ['core'];
  return access ? ['core', 'rest', 'account'] : ['core', 'rest'];
}
