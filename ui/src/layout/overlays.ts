/** What opens over a page, and what few pages show: a file each, loaded on first use or when the browser is idle. */

import type { ComponentType } from 'react';
import { LocaleLinks } from './LocaleLinks';

const loaders = {
  searchDialog: () => import('./search/SearchDialog').then((module) => module.SearchDialog),
  megaPanel: () => import('./MegaPanel').then((module) => module.MegaPanel),
  mobileMenu: () => import('./MobileMenu').then((module) => module.MobileMenu),
  filterPanel: () => import('./listing/FilterPanel').then((module) => module.FilterPanel),
  localeLinks: () => Promise.resolve(LocaleLinks),
  cartDrawer: () => import('./CartDrawer').then((module) => module.CartDrawer),
  cartMergeNotice: () => import('./CartMergeNotice').then((module) => module.CartMergeNotice),
  currencyNotice: () => import('./CurrencyNotice').then((module) => module.CurrencyNotice),
  serviceOverlays: () => import('./service/ServiceOverlays').then((module) => module.ServiceOverlays),
  newsletterFields: () => import('./service/NewsletterFields').then((module) => module.NewsletterFields),
  /** For screens that learn late that their content is missing. */
  notFound: () => import('./NotFound').then((module) => module.NotFound),
  cancelOrder: () => import('./order/CancelOrderDialog').then((module) => module.CancelOrderDialog),
  /** Only for orders that may have a fapiao. */
  fapiaoForm: () => import('./order/FapiaoForm').then((module) => module.FapiaoForm),
  /** For the result page. */
  taxReceipt: () => import('./order/TaxReceipt').then((module) => module.TaxReceipt),
  toast: () => import('./Toast').then((module) => module.Toast),
};

export type Overlays = typeof loaders;
export type Overlay = keyof Overlays;
/** The props of what a loader brings. */
export type PropsOf<O extends Overlay> = Awaited<ReturnType<Overlays[O]>> extends ComponentType<infer P> ? P : never;

/** None on the server, whose bundle contains none of these. */
export const overlays: Partial<Overlays> = import.meta.env.SSR ? {} : loaders;

/** Loads what visitors are likely to open. */
export function preloadOverlays(): void {
  for (const name of ['megaPanel', 'searchDialog', 'mobileMenu', 'cartDrawer', 'filterPanel', 'toast'] as const) {
    void overlays[name]?.().catch(() => {});
  }
}
