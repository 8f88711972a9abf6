/** A change of language is remembered whichever link makes it: also one in a part of the page that does not live yet. */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { readCookie } from '../api/client';
import type { Site } from '../api/types';
import { site as fixture, setCookie } from '../testing';
import { followLanguageSwitch } from './languageSwitch';
import { readPreviousStore } from './previousStore';

const site = {
  ...fixture,
  languages: [
    { lang: 'en', name: 'English', locale: 'en-GB' },
    { lang: 'fr', name: 'Français', locale: 'fr-FR' },
  ],
} as Site;
const FRENCH_STORE = 95;

const stay = (event: Event) => event.preventDefault();
const follow = (hreflang: string) => document.querySelector<HTMLElement>(`[hreflang="${hreflang}"]`)?.click();

beforeEach(() => {
  document.addEventListener('click', stay);
  // As the server has sent it: no component has hydrated it.
  document.body.innerHTML = `<footer>
    <a href="/en/cart" hreflang="en-GB">English</a>
    <a href="/fr/cart" hreflang="fr-FR">Français</a>
  </footer>`;
});
afterEach(() => {
  document.removeEventListener('click', stay);
  document.body.replaceChildren();
  window.sessionStorage.clear();
  setCookie('lang=; max-age=0');
});

it('keeps the language, and the store view that is left', () => {
  followLanguageSwitch(site);
  follow('fr-FR');
  expect(readCookie('lang')).toBe('fr');
  expect(readPreviousStore(FRENCH_STORE)).toBe(site.store_id);
});

it('leaves no store view by a link to its own language', () => {
  followLanguageSwitch(site);
  follow('en-GB');
  expect(readCookie('lang')).toBe('en');
  expect(readPreviousStore(FRENCH_STORE)).toBeUndefined();
});
