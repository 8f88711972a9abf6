/** Delivery countries of the items of a cart (CRD art. 8(3)). */

import type { CartItem, Country } from '../../api/types';

export interface Destination {
  /** Names of items with the same countries. */
  items: string[];
  /** Names of their delivery countries. */
  countries: string[];
}

/** Items grouped by delivery countries, the longest list first. */
export function destinations(items: readonly CartItem[], served: readonly Country[]): Destination[] {
  const groups = new Map<string, Destination>();
  for (const item of items) {
    // Discontinued items ship nowhere; their row says so.
    if (item.url === '') continue;
    const countries = served.filter(({ id }) => item.ship_to.includes(id));
    const key = countries.map(({ id }) => id).join(' ');
    const group = groups.get(key) ?? { items: [], countries: countries.map(({ name }) => name) };
    if (!group.items.includes(item.name)) group.items.push(item.name);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.countries.length - a.countries.length);
}

/** Items that do not ship to a country. */
export function notDelivered(items: readonly CartItem[], country: string): CartItem[] {
  return items.filter((item) => item.url !== '' && !item.ship_to.includes(country));
}
