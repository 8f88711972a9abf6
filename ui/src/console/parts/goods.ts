/** Goods that are chosen in a form: the quantity of each is a value of its own. */

import type { FoundItem, ItemQty } from '../api/types';

export type Goods = Record<string, string>;

/** Name of the value that holds an item's quantity. */
export const qtyName = (sku: string) => `qty_${sku}`;

/** What is asked for; without quantities that are no whole numbers yet. */
export function itemsOf(goods: FoundItem[], values: Goods): ItemQty[] {
  const items = goods.map(({ sku }) => ({ sku, qty: Number((values[qtyName(sku)] ?? '').trim()) }));
  return items.filter(({ qty }) => Number.isSafeInteger(qty) && qty > 0 && qty < 1_000_000);
}
