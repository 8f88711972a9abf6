/** A carrier's offer in a zone as the values of a form, and back. */

import type { ShippingTerms } from '../../api/types';
import { parseAmount, typedAmount } from '../../parts/amount';

/** Weights in kilograms and prices as people type them. */
export interface Line {
  kilograms: string;
  price: string;
}

export interface Typed {
  min: string;
  max: string;
  lines: Line[];
}

const GRAMS = 1000;

/** `1500` → `1,5`, as one types it in this language. */
export function kilograms(grams: number, locale: string): string {
  const text = String(grams / GRAMS);
  return /^(en|zh)/.test(locale) ? text : text.replace('.', ',');
}

/** Undefined when it is no weight in whole grams. */
export function gramsOf(typed: string): number | undefined {
  const match = /^(\d{1,5})(?:[.,](\d{1,3}))?$/.exec(typed.trim());
  if (!match) return undefined;
  const grams = Number(match[1]) * GRAMS + Number((match[2] ?? '').padEnd(3, '0'));
  return grams > 0 ? grams : undefined;
}

export const EMPTY: Typed = { min: '2', max: '4', lines: [{ kilograms: '', price: '' }] };

/** What was kept of a form, where it is whole. */
export function readTyped(kept: unknown): Typed | undefined {
  const { min, max, lines } = (kept ?? {}) as Partial<Typed>;
  const isLine = (line: Partial<Line> | null) => typeof line?.kilograms === 'string' && typeof line.price === 'string';
  const isWhole = typeof min === 'string' && typeof max === 'string' && Array.isArray(lines) && lines.length > 0;
  return isWhole && lines.every(isLine) ? { min, max, lines } : undefined;
}

export function typedOf(terms: ShippingTerms | null, locale: string): Typed {
  if (!terms) return EMPTY;
  return {
    min: String(terms.min_days),
    max: String(terms.max_days),
    lines: terms.bands.map((band) => ({
      kilograms: kilograms(band.up_to_g, locale),
      price: typedAmount(band.price, locale),
    })),
  };
}

/** The offer that was typed; what cannot be read is told by the place of its line. Lines without anything are left out. */
export function termsOf({ min, max, lines }: Typed): ShippingTerms | { unreadable: string } {
  const days = [min, max].map((text) => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : undefined));
  if (days[0] === undefined) return { unreadable: 'min' };
  if (days[1] === undefined) return { unreadable: 'max' };
  const bands = [];
  for (const [at, line] of lines.entries()) {
    if (!line.kilograms.trim() && !line.price.trim()) continue;
    const grams = gramsOf(line.kilograms);
    if (grams === undefined) return { unreadable: `kilograms-${at}` };
    const price = parseAmount(line.price);
    if (price === undefined) return { unreadable: `price-${at}` };
    bands.push({ up_to_g: grams, price });
  }
  return { min_days: days[0], max_days: days[1], bands };
}
