/** What stands around every screen: skip link, header, the one `main`, footer, bag drawer, notifications. */

import { useLingui } from '@lingui/react/macro';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../domain/idle';
import { LiveRegion } from '../parts/LiveRegion';
import { bagStore } from '../state/bag';
import { mergedStore } from '../state/merged';
import { useRoute } from '../state/route';
import { useStore } from '../state/store';
import { Announcement } from './Announcement';
import { CheckoutHeader } from './CheckoutHeader';
import { Footer } from './Footer';
import { Header } from './Header';
import { Notifications } from './Notifications';
import { loadBagDrawer, loadBagMerged, loadCompanion, useLazy } from './overlays';
import styles from './Shell.module.css';

export function Shell({ children }: { children: ComponentChildren }) {
  const { t } = useLingui();
  const { name } = useRoute();
  const ordering = name === 'checkout';
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const Companion = useLazy(idle, loadCompanion);
  const BagDrawer = useLazy(useStore(bagStore).drawerOpen, loadBagDrawer);
  const BagMerged = useLazy(useStore(mergedStore).notices.length > 0, loadBagMerged);
  return (
    <div class={styles.shell}>
      <a href="#main" class={styles.skip}>{t`Skip to content`}</a>
      {!ordering && <Announcement />}
      {ordering ? <CheckoutHeader /> : <Header />}
      <main id="main" tabIndex={-1} class={styles.main}>
        {BagMerged && <BagMerged />}
        {children}
      </main>
      <Footer short={ordering} />
      {BagDrawer && <BagDrawer />}
      {Companion && <Companion />}
      <Notifications />
      <LiveRegion />
    </div>
  );
}
