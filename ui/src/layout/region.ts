/**
 * Redirects the first page of a visit to the company's site for the visitor's country (boutique.md §7). Visitors from a
 * sister site (`referrer` in the query) are not redirected; once the page has been used the redirect is only offered. The
 * call receives the store view that the visitor switched from.
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { call } from '../api/client';
import { parseQuery } from '../domain/urls';
import { readPreviousStore } from '../state/previousStore';
import type { PageInfo } from '../state/site';
import { showToast } from '../state/toast';

/** Pages that never redirect. */
const NO_REDIRECT_PAGES = new Set(['cart', 'checkout', 'result']);

function destination(redirectUrl: string, from: string): string | null {
  try {
    const url = new URL(redirectUrl, window.location.href);
    if (!/^https?:$/.test(url.protocol)) return null;
    url.searchParams.set('referrer', from);
    return url.href;
  } catch {
    return null;
  }
}

/** Tracks whether the page is used before the response. */
function trackInteraction(): () => boolean {
  let used = window.scrollY > 0;
  const use = () => {
    used = true;
  };
  for (const event of ['pointerdown', 'keydown', 'scroll']) window.addEventListener(event, use, { once: true });
  return () => used;
}

/** To be called on the first page of a visit. */
export async function redirectToRegion(i18n: I18n, { page, search, site }: PageInfo): Promise<void> {
  if (NO_REDIRECT_PAGES.has(page) || parseQuery(search).some(([name]) => name === 'referrer')) return;
  const hasInteracted = trackInteraction();
  const { redirect_url } = await call('common/region', { from_store_id: readPreviousStore(site.store_id) });
  const url = redirect_url ? destination(redirect_url, site.store_code) : null;
  if (!url) return;
  if (hasInteracted()) {
    showToast(i18n._(msg`We have a site for your country.`), 'info', {
      label: i18n._(msg`Go to that site`),
      run: () => window.location.assign(url),
    });
  } else {
    window.location.replace(url);
  }
}
