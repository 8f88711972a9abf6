/** Variants of a product: by options, and by the query of its URL (`?base_colour=charcoal&leg=square_silver`). */

import type { Image, Product, Variant } from '../../api/types';
import { parseQuery } from '../../domain/urls';

type Choosable = Pick<Product, 'options' | 'variants'>;

/**
 * The variant that a query names, or the first match; without one, the first available. Unknown values are ignored and the
 * last of duplicates counts, as on the server (`src/http/pages/query.rs`).
 */
export function chosenBy({ options, variants }: Choosable, search: string): Variant | undefined {
  const asked = new Map<string, string>();
  for (const [name, value] of parseQuery(search)) {
    if (options.some(({ code }) => code === name) && variants.some((variant) => variant.options[name] === value))
      asked.set(name, value);
  }
  const named = [...asked];
  return (
    (named.length > 0 && variants.find((variant) => named.every(([code, value]) => variant.options[code] === value))) ||
    variants.find(({ availability }) => availability !== 'out_of_stock') ||
    variants[0]
  );
}

/** Query of a variant, without its question mark. */
export function choiceOf({ options }: Choosable, variant: Variant): string {
  return options.map(({ code }) => `${code}=${variant.options[code]}`).join('&');
}

/** The variant with exactly these options. */
export function variantOf({ options, variants }: Choosable, choice: Record<string, string>): Variant | undefined {
  return variants.find((variant) => options.every(({ code }) => variant.options[code] === choice[code]));
}

/** Number of pictures that the gallery shows at most. */
const MAX_PICTURES = 8;

/** Pictures of the variant; the product's own if it has none. */
export function picturesOf(product: Product, variant: Variant | undefined): Image[] {
  const own = variant?.images?.flatMap((at) => product.images[at] ?? []) ?? product.images.slice(0, product.own_images);
  return own.slice(0, MAX_PICTURES);
}
