/**
 * What a visitor allows beyond what the shop needs to work (decisions.md §4). The record is the cookie `cookieConsent`, which
 * names the allowed categories; the server reads the same. Without it nothing is allowed, and the question is open.
 */

import { readCookie } from '../api/client';
import { createStore } from './store';

export type OptionalCategory = 'functional' | 'marketing';

/** `turn` rises with each decision; `settings`: the preferences are open. */
export const consentStore = createStore({ revision: 0, settings: false });

export function isAllowed(category: OptionalCategory): boolean {
  return readCookie('cookieConsent').split('.').includes(category);
}

export function openCookieSettings(): void {
  consentStore.set({ settings: true });
}
