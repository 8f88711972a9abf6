/** Lazy components, most of which open over a page: loaded when the browser is idle, or on first use. */

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadLater } from '../state/later';
import { readSession, writeSession } from '../state/sessionStorage';
import type { Overlay, PropsOf } from './overlays';

/** The path that was reloaded for want of code. */
const RELOADED = 'reloaded';

export type Loader<P> = () => Promise<ComponentType<P>>;

// Loaders reject on the server: its bundle contains none of these.
export const browserOnly = () => Promise.reject(new Error('only in browsers'));

/** The loader of one of `overlays`, whose names are loaded themselves. */
function overlay<O extends Overlay>(name: O): Loader<PropsOf<O>> {
  return async () => {
    const { overlays } = await loadLater();
    return (await overlays[name]?.()) as ComponentType<PropsOf<O>>;
  };
}

/** Not essential: on failure the page works without it. */
function optional<P>(load: Loader<P>): Loader<P> {
  return () => load().catch(() => new Promise<never>(() => {}));
}

export const loadSearchDialog = overlay('searchDialog');
export const loadMegaPanel = overlay('megaPanel');
export const loadMobileMenu = overlay('mobileMenu');
export const loadFilterPanel = overlay('filterPanel');
export const loadLocaleLinks = overlay('localeLinks');
export const loadCartDrawer = overlay('cartDrawer');
export const loadCartMergeNotice = optional(overlay('cartMergeNotice'));
export const loadCurrencyNotice = optional(overlay('currencyNotice'));
export const loadServiceOverlays = optional(overlay('serviceOverlays'));
export const loadNewsletterFields = overlay('newsletterFields');
export const loadNotFound = overlay('notFound');
export const loadCancelOrder = overlay('cancelOrder');
export const loadFapiaoForm = overlay('fapiaoForm');
export const loadTaxReceipt = optional(overlay('taxReceipt'));
export const loadToast = overlay('toast');

/** Reloads the document, but not one that has come by a reload for this reason: what is missing may be missing for good. */
function reloadOnce(): boolean {
  const { pathname } = window.location;
  if (readSession(RELOADED) === pathname) return false;
  writeSession(RELOADED, pathname);
  window.location.reload();
  return true;
}

/**
 * The component once loaded, with the messages that it may show; undefined on the server and until then. Without a connection it
 * is loaded when there is one again; `onOffline` is called first.
 */
export function useLazy<P>(wanted: boolean, load: Loader<P>, onOffline?: () => void): ComponentType<P> | undefined {
  const [component, setComponent] = useState<ComponentType<P>>();
  const tellOffline = useRef(onOffline);
  tellOffline.current = onOffline;
  useEffect(() => {
    if (!wanted || component) return;
    let unmounted = false;
    const attempt = async () => {
      try {
        const messages = loadLater();
        messages.catch(() => {});
        const loaded = await load();
        await messages;
        if (readSession(RELOADED)) writeSession(RELOADED, null);
        if (!unmounted) setComponent(() => loaded);
      } catch {
        if (unmounted) return;
        // Missing code usually means a deployment: reload.
        if (navigator.onLine && reloadOnce()) return;
        window.addEventListener('online', attempt, { once: true });
        tellOffline.current?.();
      }
    };
    void attempt();
    return () => {
      unmounted = true;
      window.removeEventListener('online', attempt);
    };
  }, [wanted, component, load]);
  return component;
}
