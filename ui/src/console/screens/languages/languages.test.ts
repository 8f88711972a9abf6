import { expect, test } from 'vitest';
import type { Languages } from '../../api/types';
import { earlier, termsOf, withTerms } from './languages';

const languages: Languages = {
  terms: (['en', 'fr', 'de'] as const).map((lang) => ({ lang, is_on: true, country: 'FR', currency: 'EUR' })),
  default: 'en',
};

const order = ({ terms }: Languages) => terms.map(({ lang }) => lang).join(' ');

test('a language moves a place earlier, the first stays', () => {
  expect(order(earlier(languages, 'de'))).toBe('en de fr');
  expect(order(earlier(languages, 'fr'))).toBe('fr en de');
  expect(earlier(languages, 'en')).toBe(languages);
  expect(earlier(languages, 'zh')).toBe(languages);
});

test('one is changed in its place, and is the default only where that is wanted', () => {
  const own = { lang: 'fr', is_on: false, country: 'BE', currency: 'EUR' } as const;
  const changed = withTerms(languages, own, false);
  expect([order(changed), termsOf(changed, 'fr'), changed.default]).toEqual(['en fr de', own, 'en']);
  expect(withTerms(languages, own, true).default).toBe('fr');
  expect(termsOf(languages, 'zh')).toBeUndefined();
});
