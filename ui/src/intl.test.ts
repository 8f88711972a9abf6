// @vitest-environment node
/** The server's `Intl` agrees with the browsers' on everything that Lingui asks, or hydration would differ. */

import { describe, expect, it } from 'vitest';
import { NumberFormat, PluralRules } from './intl';
import { createI18n } from './state/i18n';

const COUNTS = [0, 1, 2, 5, 999, 1234, 12_345, 1_000_000];

describe('Intl of the server', () => {
  it.each(['en', 'fr', 'de', 'es', 'zh'] as const)('agrees with the browsers: %s', (lang) => {
    const i18n = createI18n(lang, {});
    const locales = [i18n.locales, 'en'].flat() as string[];
    for (const count of COUNTS) {
      expect(new PluralRules(locales).select(count), String(count)).toBe(new Intl.PluralRules(locales).select(count));
      expect(new NumberFormat(locales).format(count)).toBe(new Intl.NumberFormat(locales).format(count));
    }
  });
});
