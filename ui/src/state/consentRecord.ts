/** Writing the decision about cookies down, and clearing what is no longer allowed. */

import { readCookie, writeCookie } from '../api/client';
import type { Cookie } from '../api/types';
import { consentStore, type OptionalCategory } from './consent';

/** Six months, after which the question is asked again (experience.md §7). */
const CONSENT_MAX_AGE = 15_552_000;
/** One year: the longest that a functional cookie of ours lasts. */
const FIRST_VISIT_MAX_AGE = 31_536_000;

export interface ConsentChoice {
  functional: boolean;
  marketing: boolean;
  /** The external captcha, which marketing includes and which can be allowed alone (experience.md §8). */
  captcha: boolean;
}

export const ALL_ALLOWED: ConsentChoice = { functional: true, marketing: true, captcha: true };
export const NONE_ALLOWED: ConsentChoice = { functional: false, marketing: false, captcha: false };

export function hasDecided(): boolean {
  return readCookie('cookieConsent') !== '';
}

/** What was decided last; nothing, when nothing was. */
export function currentChoice(): ConsentChoice {
  const allowed = readCookie('cookieConsent').split('.');
  return {
    functional: allowed.includes('functional'),
    marketing: allowed.includes('marketing'),
    captcha: readCookie('allowRecaptcha') === '1',
  };
}

/** Storage may be forbidden; then nothing of ours lies there. */
function removeStored(storage: 'localStorage' | 'sessionStorage', name: string): void {
  try {
    window[storage].removeItem(name);
  } catch {
    // See above.
  }
}

/** The cookies that a line of the table stands for: `_ga_*` names all that begin so. */
function matchingCookies(name: string): string[] {
  const names = document.cookie.split('; ').map((pair) => pair.slice(0, pair.indexOf('=')));
  return names.filter((one) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : one === name));
}

/** A third party sets its cookies for the domain above: each that this page could have is taken away. */
function deleteCookie(name: string): void {
  writeCookie(name, '', -1);
  const labels = window.location.hostname.split('.');
  for (let at = 0; at < labels.length - 1; at += 1) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
    document.cookie = `${name}=; path=/; domain=${labels.slice(at).join('.')}; max-age=-1`;
  }
}

/** Records the choice, and takes away what earlier choices had allowed: the entries of the table that it refuses. */
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

/** The invitation to the letters has been seen. A functional cookie: without that consent it is not shown at all. */
export function rememberFirstVisit(): void {
  if (currentChoice().functional) writeCookie('firstVisit', '1', FIRST_VISIT_MAX_AGE);
}
