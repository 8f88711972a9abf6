// @vitest-environment node
import { expect, it } from 'vitest';
import { fitOf } from './fit';

const line = { amount: '120.10', currency: 'EUR' };

it.each([
  ['120.10', { kind: 'exact' }],
  ['120.20', { kind: 'less', by: '0.10' }],
  ['100.00', { kind: 'more', by: '20.10' }],
])('against %s', (outstanding, fit) => expect(fitOf(line, { outstanding, currency: 'EUR' })).toEqual(fit));

it('compares no currencies', () => {
  expect(fitOf(line, { outstanding: '120.10', currency: 'CHF' })).toEqual({ kind: 'currency' });
});
