/** Products seen last: with functional cookies only, for one person, for thirty days. */

import { beforeEach, expect, it } from 'vitest';
import { ALL_ALLOWED, NONE_ALLOWED, saveChoice } from './consentRecord';
import { forgetViewed, noteViewed, recentlyViewed } from './recentlyViewed';

const TABLE = [{ name: 'lastViewed', category: 'functional', type: 'local_storage' }] as const;
const see = (sku: string, at: number, lang: 'en' | 'de' = 'en') =>
  noteViewed({ sku, name: `Name of ${sku}`, url: `/${lang}/p/${sku}`, image: null, lang }, at);
const skus = (at: number, lang: 'en' | 'de' = 'en') => recentlyViewed(lang, at).map(({ sku }) => sku);

beforeEach(() => {
  window.localStorage.clear();
  saveChoice(ALL_ALLOWED);
});

it('keeps the last eight, the latest first, each once', () => {
  for (const [at, sku] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'b'].entries()) see(sku, at);
  expect(skus(10)).toEqual(['b', 'i', 'h', 'g', 'f', 'e', 'd', 'c']);
});

it('shows those of its language', () => {
  see('a', 0);
  see('b', 1, 'de');
  expect([skus(2), skus(2, 'de')]).toEqual([['a'], ['b']]);
});

it('keeps nothing without functional cookies, and deletes what it has when they are refused', () => {
  see('a', 0);
  saveChoice(NONE_ALLOWED, TABLE);
  expect(window.localStorage.length).toBe(0);
  see('b', 1);
  expect(window.localStorage.length).toBe(0);
  saveChoice(ALL_ALLOWED, TABLE);
  expect(skus(2)).toEqual([]);
});

it('forgets after thirty days, and at once when it is told to', () => {
  const day = 24 * 60 * 60 * 1000;
  see('a', 0);
  see('b', 2 * day);
  expect(skus(31 * day)).toEqual(['b']);
  forgetViewed();
  expect(skus(3 * day)).toEqual([]);
});

it.each([
  '{',
  '{}',
  'null',
  '[1, null, {"sku": "a"}]',
  '[{"sku":"a","name":"A","url":"https://evil.example","lang":"en","at":1}]',
  '[{"sku":"a","name":"A","url":"//evil.example","lang":"en","at":1}]',
])('reads nothing from %s', (stored) => {
  window.localStorage.setItem('lastViewed', stored);
  expect(skus(2)).toEqual([]);
});
