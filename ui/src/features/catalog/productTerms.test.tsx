/** Terms below the buy button: where the product does not ship. */

import { screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import type { Product } from '../../api/types';
import { closeShop, show } from '../../testing';
import { ProductTerms } from './ProductTerms';

afterEach(closeShop);

const product = { points: 0, return_cost: null, bed_terms: false, not_shipped_to: null } as Product;
const delivery = { from: '2026-11-24', to: '2026-11-26' };

it.each([
  { to: 'United Kingdom', words: 'Delivery unavailable: United Kingdom' },
  { to: null, words: 'Standard delivery 24–26 November' },
])('the delivery line says $words', ({ to, words }) => {
  const Terms = () => (
    <ProductTerms
      product={{ ...product, not_shipped_to: to }}
      delivery={to === null ? delivery : null}
      soldOut={false}
      live="off"
    />
  );
  show(Terms, '/en/p/bed');
  expect(screen.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toBe(words);
});
