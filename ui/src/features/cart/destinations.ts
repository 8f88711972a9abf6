/** Where the goods of a bag can go: not all of them go everywhere (CRD art. 8(3)). */

import type { CartItem, Country } from '../../api/types';

export interface Destination {
  /** Names of items that share one list of countries. */
  items: string[];
  /** Names of the countries that they are delivered to. */
  countries: string[];
}

/** Items by the countries they are delivered to, the longest list first. */
export function destinations(items: readonly CartItem[], served: readonly Country[]): Destination[] {
  const groups = new Map<string, Destination>();
  for (const item of items) {
    // What is no longer sold goes nowhere, and says so itself.
    if (item.url === '') continue;
    const countries = served.filter(({ id }) => item.ship_to.includes(id));
    const key = countries.map(({ id }) => id).join(' ');
    const group = groups.get(key) ?? { items: [], countries: countries.map(({ name }) => name) };
    if (!group.items.includes(item.name)) group.items.push(item.name);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.countries.length - a.countries.length);
}

/** Items that cannot go to a country. */
export function notDelivered(items: readonly CartItem[], country: string): CartItem[] {
  return items.filter((item) => item.url !== '' && !item.ship_to.includes(country));
}
