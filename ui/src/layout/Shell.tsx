/** Frame of every screen: skip link, header, `main`, footer, cart drawer, notifications. */

import { useLingui } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../domain/idle';
import { LiveRegion } from '../parts/LiveRegion';
import { cartStore } from '../state/cart';
import { cartMergeStore } from '../state/cartMerge';
import { formerCurrency } from '../state/formerCurrency';
import { useSite } from '../state/site';
import { useStore } from '../state/store';
import type { FooterProps } from './Footer';
import { Header } from './Header';
import { later } from './Later';
import { loadCartDrawer, loadCartMergeNotice, loadCurrencyNotice, loadServiceOverlays, useLazy } from './lazy';
import { Notifications } from './Notifications';
import styles from './Shell.module.css';

const Announcement = later<Record<never, never>>('Announcement');
const Footer = later<FooterProps>('Footer');

export interface ShellProps {
  /** Header of a screen that leads nowhere else; without one that of all pages. */
  header: ComponentType | undefined;
  children: ReactNode;
}

export function Shell({ header: OwnHeader, children }: ShellProps) {
  const { t } = useLingui();
  const { currencies } = useSite();
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const ServiceOverlays = useLazy(idle, loadServiceOverlays);
  const CartDrawer = useLazy(useStore(cartStore).drawerOpen, loadCartDrawer);
  const CartMergeNotice = useLazy(useStore(cartMergeStore).notices.length > 0, loadCartMergeNotice);
  const CurrencyNotice = useLazy(idle && formerCurrency(currencies) !== '', loadCurrencyNotice);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>{t`Skip to content`}</a>
      {OwnHeader ? (
        <OwnHeader />
      ) : (
        <>
          <Announcement />
          <Header />
        </>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {CartMergeNotice && <CartMergeNotice />}
        {CurrencyNotice && <CurrencyNotice />}
        {children}
      </main>
      <Footer short={OwnHeader !== undefined} />
      {CartDrawer && <CartDrawer />}
      {ServiceOverlays && <ServiceOverlays />}
      <Notifications />
      <LiveRegion />
    </div>
  );
}
