/** A product with what pages do not hold, because it moves with each sale and each day: stock and dates. */

import type { Answer, Product } from '../../api/types';

type Told = Answer<'catalog/availability'>['items'][number];

/** The items of a product's page: itself, its variants, the parts of a kit. */
export function skusOf({ sku, variants, parts }: Product): string[] {
  return [sku, ...variants.map((variant) => variant.sku), ...parts.map((part) => part.sku)];
}

/** The product as it was told of last. */
export function withAvailability(product: Product, told: Told[]): Product {
  const items = new Map(told.map((item) => [item.sku, item]));
  const own = items.get(product.sku);
  return {
    ...product,
    availability: own?.availability ?? product.availability,
    stock: own?.stock ?? null,
    delivery: own?.delivery ?? null,
    variants: product.variants.map((variant) => {
      const item = items.get(variant.sku);
      return item ? { ...variant, availability: item.availability, stock: item.stock } : variant;
    }),
    parts: product.parts.map((part) => {
      const item = items.get(part.sku);
      if (!item) return part;
      // The stock must suffice for one kit.
      const lacks = item.stock !== null && item.stock < part.qty;
      return { ...part, availability: lacks ? 'out_of_stock' : item.availability, stock: item.stock };
    }),
  };
}
