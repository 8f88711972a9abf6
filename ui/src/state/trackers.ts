/**
 * Tag manager and Matomo: loaded from the configured host only, after consent (decisions.md §8). Page URLs are reported
 * without their query, which may hold an order's token.
 */

import type { Site } from '../api/types';
import { onEvent, pushEvent } from './analytics';

declare global {
  interface Window {
    _paq?: unknown[][];
  }
}

let isLoaded = false;
let hasMatomo = false;

function addScript(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  script.async = true;
  document.head.append(script);
}

/** URL of the page without its query, which may hold a token. */
function pageAddress(): string {
  return window.location.origin + window.location.pathname;
}

function matomo(...command: unknown[]): void {
  window._paq ??= [];
  window._paq.push(command);
}

interface Purchase {
  event: 'purchase';
  ecommerce: {
    transaction_id: string;
    value: string;
    tax: string;
    shipping: string;
    items: { item_id: string; item_name: string; price: string; quantity: number }[];
  };
}

function isPurchase(event: unknown): event is Purchase {
  return typeof event === 'object' && event !== null && 'event' in event && event.event === 'purchase';
}

/** Reports a page view. */
export function trackPageView(title: string): void {
  const page_location = pageAddress();
  pushEvent({ event: 'page', page_location, page_title: title } as { event: string });
  if (!hasMatomo) return;
  matomo('setCustomUrl', page_location);
  matomo('setDocumentTitle', title);
  matomo('trackPageView');
}

/** Loads the configured trackers, once. Call after consent. */
export function loadTrackers({ analytics, analytics_site_id }: Site): void {
  if (isLoaded || !analytics) return;
  isLoaded = true;
  const { tag_manager_id, tag_manager_url, matomo_url } = analytics;
  if (tag_manager_id) {
    pushEvent({ event: 'gtm.js', 'gtm.start': Date.now(), page_location: pageAddress() } as { event: string });
    addScript(`${tag_manager_url}/gtm.js?id=${encodeURIComponent(tag_manager_id)}`);
  }
  if (!matomo_url) return;
  hasMatomo = true;
  matomo('disableCookies');
  matomo('setReferrerUrl', '');
  matomo('setTrackerUrl', `${matomo_url}/matomo.php`);
  matomo('setSiteId', String(analytics_site_id));
  onEvent((event) => {
    if (!isPurchase(event)) return;
    const { transaction_id, value, tax, shipping, items } = event.ecommerce;
    for (const { item_id, item_name, price, quantity } of items) {
      matomo('addEcommerceItem', item_id, item_name, '', price, quantity);
    }
    matomo('trackEcommerceOrder', transaction_id, value, '', tax, shipping);
  });
  addScript(`${matomo_url}/matomo.js`);
}
