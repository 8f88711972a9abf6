import { describe, expect, it } from 'vitest';
import { EMPTY, gramsOf, kilograms, readTyped, termsOf, typedOf } from './bands';

const TERMS = {
  min_days: 1,
  max_days: 3,
  bands: [
    { up_to_g: 1500, price: '5.90' },
    { up_to_g: 30000, price: '1200.00' },
  ],
};

describe('offers of carriers', () => {
  it('survive their form in every language', () => {
    for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'zh-CN']) {
      expect(termsOf(typedOf(TERMS, locale))).toEqual(TERMS);
    }
    expect(kilograms(1500, 'de-DE')).toBe('1,5');
    expect(kilograms(1500, 'en-GB')).toBe('1.5');
  });

  it('reads weights as people type them, to the gram', () => {
    expect(gramsOf('2')).toBe(2000);
    expect(gramsOf('0,250')).toBe(250);
    expect(gramsOf('1.25')).toBe(1250);
    for (const bad of ['', '0', '-1', '1,2345', 'a', '1.000,5']) expect(gramsOf(bad)).toBeUndefined();
  });

  it('names what it cannot read, and leaves empty lines out', () => {
    const typed = (lines: [string, string][]) => ({
      min: '1',
      max: '2',
      lines: lines.map(([kg, price]) => ({ kilograms: kg, price })),
    });
    expect(
      termsOf(
        typed([
          ['1', '5'],
          ['', ''],
        ]),
      ),
    ).toEqual({ min_days: 1, max_days: 2, bands: [{ up_to_g: 1000, price: '5.00' }] });
    expect(termsOf(typed([['x', '5']]))).toEqual({ unreadable: 'kilograms-0' });
    expect(
      termsOf(
        typed([
          ['1', '5'],
          ['2', 'dear'],
        ]),
      ),
    ).toEqual({ unreadable: 'price-1' });
    expect(termsOf({ ...EMPTY, min: 'soon' })).toEqual({ unreadable: 'min' });
  });
});

it('what was kept of a form is read where it is whole', () => {
  const typed = { min: '1', max: '', lines: [{ kilograms: '5', price: '9,90' }] };
  expect(readTyped(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  for (const bad of [null, 7, {}, { ...typed, lines: [] }, { ...typed, lines: [null] }, { ...typed, min: 1 }])
    expect(readTyped(bad)).toBeUndefined();
});
