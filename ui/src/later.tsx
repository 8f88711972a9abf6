/** What the first view does without, in one file: navigation, loaders, and parts of pages that are hydrated later. */

import drawings from 'virtual:icons';
import { ProductFacts } from './features/catalog/ProductFacts';
import { RelatedProducts } from './features/catalog/RelatedProducts';
import { Announcement } from './layout/Announcement';
import { Footer } from './layout/Footer';
import { overlays } from './layout/overlays';
import { Moves } from './moves';
import { provideDrawings } from './parts/Icon';
import type { Later } from './state/later';

export { preloadOverlays } from './layout/overlays';
export { loadRest, noteServedParts } from './packs';

provideDrawings(drawings);

export const later = {
  Moves,
  parts: { Announcement, Footer, ProductFacts, RelatedProducts },
  overlays,
} as Later;
