/** Totals: which rows stand in the colour of reductions. */

import { screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { totals } from '../fixtures';
import { closeShop, show } from '../testing';
import { OrderSummary } from './OrderSummary';

afterEach(closeShop);

it('marks the employee price as a reduction, not complimentary shipping', () => {
  const Sums = () => (
    <OrderSummary
      totals={{ ...totals, discount_amount: '36.00', shipping_amount: '6.90', shipping_discount: '6.90' }}
    />
  );
  show(Sums, '/en/cart');
  const tone = (name: RegExp) => screen.getByText(name).parentElement?.dataset.tone;
  expect(tone(/^Employee price/)).toBe('less');
  expect(tone(/^Complimentary shipping/)).toBeUndefined();
});
