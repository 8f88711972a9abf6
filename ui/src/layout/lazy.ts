/** Lazy components, most of which open over a page: loaded when the browser is idle, or on first use. */

import { type ComponentType, useEffect, useRef, useState } from 'react';
import { loadFullPack } from '../state/languagePack';
import type { MegaPanelProps } from './MegaPanel';
import type { MobileMenuProps } from './MobileMenu';
import type { NotFoundProps } from './NotFound';
import type { CancelOrderDialogProps } from './order/CancelOrderDialog';
import type { FapiaoFormProps } from './order/FapiaoForm';
import type { TaxReceiptProps } from './order/TaxReceipt';
import type { SearchDialogProps } from './search/SearchDialog';
import type { NewsletterFieldsProps } from './service/NewsletterFields';
import type { ToastProps } from './Toast';

export type Loader<P> = () => Promise<ComponentType<P>>;

// Loaders reject on the server: its bundle contains none of these.
export const browserOnly = () => Promise.reject(new Error('only in browsers'));

export const loadSearchDialog: Loader<SearchDialogProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./search/SearchDialog').then((module) => module.SearchDialog);
export const loadMegaPanel: Loader<MegaPanelProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./MegaPanel').then((module) => module.MegaPanel);
export const loadMobileMenu: Loader<MobileMenuProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./MobileMenu').then((module) => module.MobileMenu);
export const loadCartDrawer: Loader<Record<never, never>> = import.meta.env.SSR
  ? browserOnly
  : () => import('./CartDrawer').then((module) => module.CartDrawer);

export const loadCartMergeNotice: Loader<Record<never, never>> = import.meta.env.SSR
  ? browserOnly
  : () => import('./CartMergeNotice').then((module) => module.CartMergeNotice);

export const loadCurrencyNotice: Loader<Record<never, never>> = import.meta.env.SSR
  ? browserOnly
  : () => import('./CurrencyNotice').then((module) => module.CurrencyNotice);

/** Not essential: on failure the page works without it. */
export const loadServiceOverlays: Loader<Record<never, never>> = import.meta.env.SSR
  ? browserOnly
  : () =>
      Promise.all([import('./service/ServiceOverlays'), loadFullPack()])
        .then(([module]) => module.ServiceOverlays)
        .catch(() => new Promise(() => {}));
export const loadNewsletterFields: Loader<NewsletterFieldsProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./service/NewsletterFields').then((module) => module.NewsletterFields);

/** For screens that learn late that their content is missing. */
export const loadNotFound: Loader<NotFoundProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./NotFound').then((module) => module.NotFound);

export const loadCancelOrder: Loader<CancelOrderDialogProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./order/CancelOrderDialog').then((module) => module.CancelOrderDialog);

/** Only for orders that may have a fapiao. */
export const loadFapiaoForm: Loader<FapiaoFormProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./order/FapiaoForm').then((module) => module.FapiaoForm);

/** For the result page. Not essential there: on failure the page works without it. */
export const loadTaxReceipt: Loader<TaxReceiptProps> = import.meta.env.SSR
  ? browserOnly
  : () =>
      Promise.all([import('./order/TaxReceipt'), loadFullPack()])
        .then(([module]) => module.TaxReceipt)
        .catch(() => new Promise(() => {}));

export const loadToast: Loader<ToastProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./Toast').then((module) => module.Toast);

export function preloadOverlays(): void {
  for (const load of [loadMegaPanel, loadSearchDialog, loadMobileMenu, loadCartDrawer, loadToast]) {
    void load().catch(() => {});
  }
}

/**
 * The component once loaded, with the messages that it may show; undefined on the server and until then. Without a connection it is loaded when there is one again;
 * `onOffline` is called first.
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
        const messages = loadFullPack();
        messages.catch(() => {});
        const loaded = await load();
        await messages;
        if (!unmounted) setComponent(() => loaded);
      } catch {
        if (unmounted) return;
        // Missing code usually means a deployment: reload.
        if (navigator.onLine) return window.location.reload();
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
