// @vitest-environment node
import { expect, it } from 'vitest';
import { amountOf, cents, parseAmount, ratio, typedAmount } from './amount';

it.each([
  ['12', '12.00'],
  ['12.5', '12.50'],
  ['12,50', '12.50'],
  ['1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['1 234,50 €', '1234.50'],
  ['1\u202f234,50\u00a0€', '1234.50'],
  ['1.234', '1234.00'],
  ['007', '7.00'],
  ['0', '0.00'],
])('%s is %s', (typed, amount) => expect(parseAmount(typed)).toBe(amount));

it.each(['', 'twelve', '-3', '1,2,3', '12,345,6', '1.2345'])('%j is no amount', (typed) =>
  expect(parseAmount(typed)).toBeUndefined());

it('is typed as in the language', () => {
  expect(typedAmount('12.50', 'de')).toBe('12,50');
  expect(typedAmount('12.50', 'en')).toBe('12.50');
});

it('counts minor units exactly', () => expect(cents('1234.35')).toBe(123435));

it('compares with what was there', () => {
  expect(ratio(12, 10)).toBeCloseTo(0.2);
  expect(ratio(3, 0)).toBeUndefined();
});

it('writes minor units as the calls do', () => {
  expect([450, 0, 123_456].map(amountOf)).toEqual(['4.50', '0.00', '1234.56']);
});
