import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../api/types';
import { choiceOf, chosenBy } from './variants';

const option = (code: string, values: string[]) => ({
  code,
  name: code,
  display: 'swatch' as const,
  values: values.map((value) => ({ code: value, label: value, color: null })),
});

/** Two colours with two legs, the first sold out, and a third colour with one leg. */
const LEGS = ['round_natural', 'square_silver'];
const options = [option('base_colour', ['taupe', 'charcoal', 'grey_fabric']), option('leg', LEGS)];
const variants = ['taupe', 'charcoal', 'grey_fabric'].flatMap((base_colour) =>
  LEGS.slice(0, base_colour === 'grey_fabric' ? 1 : 2).map((leg, at) => ({
    sku: `${base_colour}-${leg}`,
    options: { base_colour, leg },
    availability: base_colour === 'taupe' && at === 0 ? 'out_of_stock' : 'in_stock',
  })),
);
const product = { options, variants } as unknown as Product;
const withVariants = (list: object[]) => ({ ...product, variants: list as Product['variants'] });

const cases: { query: string; choice: string; why: string }[] = JSON.parse(
  readFileSync(`${process.cwd()}/../tests/cases/choice.json`, 'utf8'),
);

describe('variant query', () => {
  it.each(cases)('is parsed as on the server: $why', ({ query, choice }) => {
    expect(chosenBy(product, query)).toBe(chosenBy(product, choice));
  });

  it('selects the named variant, even when sold out', () => {
    for (const variant of product.variants) expect(chosenBy(product, choiceOf(product, variant))).toBe(variant);
  });

  it('selects the first match of a partial query', () => {
    expect(chosenBy(product, 'leg=square_silver')?.sku).toBe('taupe-square_silver');
    expect(chosenBy(product, 'base_colour=charcoal')?.sku).toBe('charcoal-round_natural');
  });

  it('defaults to the first available variant, else the first', () => {
    expect(chosenBy(product, '')?.sku).toBe('taupe-square_silver');
    const gone = variants.map((variant) => ({ ...variant, availability: 'out_of_stock' }));
    expect(chosenBy(withVariants(gone), '')?.sku).toBe('taupe-round_natural');
    expect(chosenBy({ ...product, options: [], variants: [] }, 'leg=square_silver')).toBeUndefined();
  });
});
