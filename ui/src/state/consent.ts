/**
 * Cookie consent (decisions.md §4): the cookie `cookieConsent` lists allowed categories; the server reads it too. Without
 * it nothing optional is allowed, and the banner is shown.
 */

import { readCookie } from '../api/client';
import { createStore } from './store';

export type OptionalCategory = 'functional' | 'marketing';

/** `revision` increases with each decision; `settings`: the preferences dialog is open. */
export const consentStore = createStore({ revision: 0, settings: false });

export function isAllowed(category: OptionalCategory): boolean {
  return readCookie('cookieConsent').split('.').includes(category);
}

export function openCookieSettings(): void {
  consentStore.set({ settings: true });
}
