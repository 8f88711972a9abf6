/** Cookie consent: what a decision writes and deletes. */

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { consentStore, isAllowed, openCookieSettings } from './consent';
import {
  ALL_ALLOWED,
  currentChoice,
  hasDecided,
  isFirstVisit,
  NONE_ALLOWED,
  rememberFirstVisit,
  saveChoice,
} from './consentRecord';

const names = () =>
  document.cookie
    .split('; ')
    .map((pair) => pair.split('=')[0])
    .filter(Boolean);

beforeEach(() => {
  for (const name of names()) document.cookie = `${name}=; path=/; max-age=0`;
  window.localStorage.clear();
  window.sessionStorage.clear();
  consentStore.set(consentStore.initial);
});

describe('before a decision', () => {
  it('allows and writes nothing', () => {
    expect(hasDecided()).toBe(false);
    expect(isAllowed('functional')).toBe(false);
    expect(isAllowed('marketing')).toBe(false);
    expect(currentChoice()).toEqual(NONE_ALLOWED);
    rememberFirstVisit();
    expect(document.cookie).toBe('');
  });
});

describe('a decision', () => {
  it('is stored as a list of categories', () => {
    saveChoice(ALL_ALLOWED);
    expect(document.cookie).toContain('cookieConsent=essential.functional.marketing');
    expect(document.cookie).toContain('allowRecaptcha=1');
    saveChoice(NONE_ALLOWED);
    expect(document.cookie).toContain('cookieConsent=essential');
    expect(document.cookie).not.toContain('functional');
    expect(document.cookie).toContain('allowRecaptcha=0');
    expect(hasDecided()).toBe(true);
  });

  it('allows its categories, and the captcha on its own', () => {
    saveChoice({ functional: true, marketing: false, captcha: true });
    expect(isAllowed('functional')).toBe(true);
    expect(isAllowed('marketing')).toBe(false);
    expect(currentChoice()).toEqual({ functional: true, marketing: false, captcha: true });
  });

  it('closes the settings and notifies subscribers', () => {
    openCookieSettings();
    expect(consentStore.get().settings).toBe(true);
    saveChoice(NONE_ALLOWED);
    expect(consentStore.get()).toEqual({ revision: 1, settings: false });
  });

  it('remembers the first visit for a year with functional consent, else until the browser is closed', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    saveChoice(NONE_ALLOWED);
    expect(isFirstVisit()).toBe(true);
    rememberFirstVisit();
    expect(isFirstVisit()).toBe(false);
    expect(names()).not.toContain('firstVisit');
    expect(written.mock.lastCall?.[0]).toMatch(/^invitationSeen=1; path=\/; samesite=lax/);
    saveChoice({ ...NONE_ALLOWED, functional: true });
    rememberFirstVisit();
    expect(names()).toContain('firstVisit');
    expect(written.mock.lastCall?.[0]).toContain('firstVisit=1; path=/; max-age=31536000');
  });

  it('deletes stored data of refused categories only', () => {
    document.cookie = 'firstVisit=1; path=/';
    document.cookie = 'lang=en; path=/';
    window.localStorage.setItem('purchases', '[]');
    window.sessionStorage.setItem('checkout', '{}');
    const table = [
      { name: 'lang', category: 'essential', type: 'cookie' },
      { name: 'checkout', category: 'essential', type: 'session_storage' },
      { name: 'firstVisit', category: 'functional', type: 'cookie' },
      { name: 'purchases', category: 'marketing', type: 'local_storage' },
    ] as const;
    saveChoice({ functional: true, marketing: false, captcha: false }, table);
    expect(names()).toContain('firstVisit');
    expect(window.localStorage.getItem('purchases')).toBeNull();
    saveChoice(NONE_ALLOWED, table);
    expect(names()).not.toContain('firstVisit');
    expect(names()).toContain('lang');
    expect(window.sessionStorage.getItem('checkout')).toBe('{}');
  });
});
