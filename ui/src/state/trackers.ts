/**
 * Who counts visits and purchases, where the operator has named somebody and the visitor allows it (decisions.md §8). Nothing
 * here is fetched before, and what is loaded comes from the configured host alone: the page's policy sees to that.
 *
 * Some addresses hold a key to an order. Both are told the page without its query.
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

/** This page's address without what may be secret in it. */
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

/** Tells of a page that is shown. */
export function trackPageView(title: string): void {
  const page_location = pageAddress();
  pushEvent({ event: 'page', page_location, page_title: title } as { event: string });
  if (!hasMatomo) return;
  matomo('setCustomUrl', page_location);
  matomo('setDocumentTitle', title);
  matomo('trackPageView');
}

/** Loads what is configured, once; to be called when it is allowed. */
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
