/** Where the goods of a bag can go: which of them are not delivered everywhere (CRD art. 8(3)). */

import type { CartItem, Country } from '../../api/types';

export interface Limit {
  /** Items that share one list of countries. */
  items: string[];
  /** Names of the countries that they are delivered to. */
  countries: string[];
}

/** Items that go to fewer countries than the shop delivers to, by their list of countries. */
export function deliveryLimits(items: readonly CartItem[], served: readonly Country[]): Limit[] {
  const groups = new Map<string, Limit>();
  for (const item of items) {
    // What is no longer sold goes nowhere, and says so itself.
    if (item.url === '') continue;
    const countries = served.filter(({ id }) => item.ship_to.includes(id));
    if (countries.length === served.length) continue;
    const key = countries.map(({ id }) => id).join(' ');
    const group = groups.get(key) ?? { items: [], countries: countries.map(({ name }) => name) };
    if (!group.items.includes(item.name)) group.items.push(item.name);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** Items that cannot go to a country. */
export function notDelivered(items: readonly CartItem[], country: string): CartItem[] {
  return items.filter((item) => item.url !== '' && !item.ship_to.includes(country));
}
