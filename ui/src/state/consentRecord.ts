/** Writes the consent cookies, and deletes data that is no longer allowed. */

import { readCookie, writeCookie } from '../api/client';
import type { Cookie } from '../api/types';
import { consentStore, type OptionalCategory } from './consent';

/** Six months in seconds, after which the banner is shown again (experience.md §7). */
const CONSENT_MAX_AGE = 15_552_000;
/** One year in seconds. */
const FIRST_VISIT_MAX_AGE = 31_536_000;

export interface ConsentChoice {
  functional: boolean;
  marketing: boolean;
  /** External captcha: part of marketing, and allowed on its own (experience.md §8). */
  captcha: boolean;
}

export const ALL_ALLOWED: ConsentChoice = { functional: true, marketing: true, captcha: true };
export const NONE_ALLOWED: ConsentChoice = { functional: false, marketing: false, captcha: false };

export function hasDecided(): boolean {
  return readCookie('cookieConsent') !== '';
}

/** The current decision; nothing allowed without one. */
export function currentChoice(): ConsentChoice {
  const allowed = readCookie('cookieConsent').split('.');
  return {
    functional: allowed.includes('functional'),
    marketing: allowed.includes('marketing'),
    captcha: readCookie('allowRecaptcha') === '1',
  };
}

function removeStored(storage: 'localStorage' | 'sessionStorage', name: string): void {
  try {
    window[storage].removeItem(name);
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Cookies matched by a table entry; `_ga_*` is a prefix. */
function matchingCookies(name: string): string[] {
  const names = document.cookie.split('; ').map((pair) => pair.slice(0, pair.indexOf('=')));
  return names.filter((one) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : one === name));
}

/** Third-party scripts set cookies on parent domains: delete on each. */
function deleteCookie(name: string): void {
  writeCookie(name, '', -1);
  const labels = window.location.hostname.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${name}=; path=/; domain=${labels.slice(at).join('.')}; max-age=-1`;
  }
}

/** Records the decision, and deletes the data of refused categories listed in `table`. */
export function saveChoice(
  choice: ConsentChoice,
  table: readonly Pick<Cookie, 'name' | 'category' | 'type'>[] = [],
): void {
  const allowed = ['essential', ...(['functional', 'marketing'] as const).filter((category) => choice[category])];
  writeCookie('cookieConsent', allowed.join('.'), CONSENT_MAX_AGE);
  writeCookie('allowRecaptcha', choice.captcha ? '1' : '0', CONSENT_MAX_AGE);
  for (const { name, category, type } of table) {
    if (category === 'essential' || choice[category as OptionalCategory]) continue;
    if (type === 'local_storage') removeStored('localStorage', name);
    else if (type === 'session_storage') removeStored('sessionStorage', name);
    else for (const one of matchingCookies(name)) deleteCookie(one);
  }
  consentStore.set(({ revision }) => ({ revision: revision + 1, settings: false }));
}

/** Whether the newsletter invitation has not been seen. */
export function isFirstVisit(): boolean {
  return readCookie('firstVisit') === '' && readCookie('invitationSeen') === '';
}

/** Marks the newsletter invitation as seen: for a year, or until the browser is closed without functional cookies. */
export function rememberFirstVisit(): void {
  if (currentChoice().functional) writeCookie('firstVisit', '1', FIRST_VISIT_MAX_AGE);
  else if (hasDecided()) writeCookie('invitationSeen', '1');
}
