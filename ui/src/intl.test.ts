/** Plurals and numbers in messages agree with CLDR, but that Spanish groups thousands from four digits (I4). */

import { describe, expect, it } from 'vitest';
import { NumberFormat, PluralRules } from './intl';

const COUNTS = [0, 1, 2, 5, 999, 1234, 12_345, 1_000_000];

describe('Intl of the bundle', () => {
  it.each(['en', 'fr', 'de', 'es', 'zh'] as const)('agrees with the browsers: %s', (lang) => {
    // As Lingui passes them.
    const locales = [lang, 'en'];
    const grouping = lang === 'es' ? 'es-CO' : lang;
    for (const count of COUNTS) {
      expect(new PluralRules(locales).select(count), String(count)).toBe(new Intl.PluralRules(locales).select(count));
      expect(new NumberFormat(locales).format(count)).toBe(new Intl.NumberFormat(grouping).format(count));
    }
  });
});
