/** What the first view does without, in one file: navigation, loaders, and parts of pages that are hydrated later. */

import drawings from 'virtual:icons';
import type { I18n } from '@lingui/core';
import { whenIdle } from './domain/idle';
import { KitParts } from './features/catalog/KitParts';
import { ProductFacts } from './features/catalog/ProductFacts';
import { RelatedProducts } from './features/catalog/RelatedProducts';
import { Announcement } from './layout/Announcement';
import { Footer } from './layout/Footer';
import { OrderAgain } from './layout/order/OrderAgain';
import { overlays, preloadOverlays } from './layout/overlays';
import { Points } from './layout/Points';
import { RecentlyViewed } from './layout/RecentlyViewed';
import { Moves } from './moves';
import { loadRest, noteServedParts } from './packs';
import { provideDrawings } from './parts/Icon';
import type { Later } from './state/later';

provideDrawings(drawings);

export const later = {
  Moves,
  parts: { Announcement, Footer, KitParts, OrderAgain, Points, ProductFacts, RecentlyViewed, RelatedProducts },
  overlays,
} as Later;

/** In a browser: it is there once its messages are. What opens over pages is loaded when the browser is idle. */
export async function start(servedPage: string, i18n: I18n): Promise<Later> {
  noteServedParts(servedPage);
  await loadRest(i18n);
  whenIdle(preloadOverlays);
  return later;
}
