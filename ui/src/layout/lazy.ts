/** What opens over a page is not needed to show it: its code comes when the browser is idle, or when it is first wanted. */

import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FapiaoFormProps } from '../parts/FapiaoForm';
import type { ToastProps } from '../parts/Toast';
import { loadFullPack } from '../state/languagePack';
import type { MegaPanelProps } from './MegaPanel';
import type { MobileMenuProps } from './MobileMenu';
import type { NotFoundProps } from './NotFound';
import type { SearchDialogProps } from './SearchDialog';
import type { NewsletterFieldsProps } from './service/NewsletterFields';

export type Loader<P> = () => Promise<ComponentType<P>>;

// On the server nothing opens: its bundle holds none of these.
export const browserOnly = () => Promise.reject(new Error('only in browsers'));

export const loadSearchDialog: Loader<SearchDialogProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./SearchDialog').then((module) => module.SearchDialog);
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

/** For what speaks with the second part of the language pack. */
async function withFullPack<P>(code: Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  const [component] = await Promise.all([code, loadFullPack()]);
  return component;
}

/** Comes by itself, and where it cannot be had the page goes on without it. */
export const loadServiceOverlays: Loader<Record<never, never>> = import.meta.env.SSR
  ? browserOnly
  : () =>
      withFullPack(import('./service/ServiceOverlays').then((module) => module.ServiceOverlays)).catch(
        () => new Promise(() => {}),
      );
export const loadNewsletterFields: Loader<NewsletterFieldsProps> = import.meta.env.SSR
  ? browserOnly
  : () => withFullPack(import('./service/NewsletterFields').then((module) => module.NewsletterFields));

/** For pages that find out late that what they show is not there. */
export const loadNotFound: Loader<NotFoundProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./NotFound').then((module) => module.NotFound);

/** For the few orders that may have one. */
export const loadFapiaoForm: Loader<FapiaoFormProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('../parts/FapiaoForm').then((module) => module.FapiaoForm);

export const loadToast: Loader<ToastProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('../parts/Toast').then((module) => module.Toast);

export function preloadOverlays(): void {
  for (const load of [loadMegaPanel, loadSearchDialog, loadMobileMenu, loadCartDrawer, loadToast]) {
    void load().catch(() => {});
  }
}

/** The component, once it was wanted and is there; undefined on the server and until then. */
export function useLazy<P>(wanted: boolean, load: Loader<P>): ComponentType<P> | undefined {
  const [component, setComponent] = useState<ComponentType<P>>();
  useEffect(() => {
    if (!wanted || component) return;
    let unmounted = false;
    load().then(
      (loaded) => {
        if (!unmounted) setComponent(() => loaded);
      },
      // Without its code a newer shop is probably running: the visit starts anew.
      () => navigator.onLine && window.location.reload(),
    );
    return () => {
      unmounted = true;
    };
  }, [wanted, component, load]);
  return component;
}
