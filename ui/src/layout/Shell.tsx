/** Frame of every screen: skip link, header, `main`, footer, cart drawer, notifications. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../domain/idle';
import { LiveRegion } from '../parts/LiveRegion';
import { cartStore } from '../state/cart';
import { cartMergeStore } from '../state/cartMerge';
import { formerCurrency } from '../state/formerCurrency';
import { useRoute } from '../state/route';
import { useSite } from '../state/site';
import { useStore } from '../state/store';
import { Announcement } from './Announcement';
import { CheckoutHeader } from './CheckoutHeader';
import { Footer } from './Footer';
import { Header } from './Header';
import { loadCartDrawer, loadCartMergeNotice, loadCurrencyNotice, loadServiceOverlays, useLazy } from './lazy';
import { Notifications } from './Notifications';
import styles from './Shell.module.css';

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { name } = useRoute();
  const { currencies } = useSite();
  const ordering = name === 'checkout';
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const ServiceOverlays = useLazy(idle, loadServiceOverlays);
  const CartDrawer = useLazy(useStore(cartStore).drawerOpen, loadCartDrawer);
  const CartMergeNotice = useLazy(useStore(cartMergeStore).notices.length > 0, loadCartMergeNotice);
  const CurrencyNotice = useLazy(idle && formerCurrency(currencies) !== '', loadCurrencyNotice);
  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip}>{t`Skip to content`}</a>
      {!ordering && <Announcement />}
      {ordering ? <CheckoutHeader /> : <Header />}
      <main id="main" tabIndex={-1} className={styles.main}>
        {CartMergeNotice && <CartMergeNotice />}
        {CurrencyNotice && <CurrencyNotice />}
        {children}
      </main>
      <Footer short={ordering} />
      {CartDrawer && <CartDrawer />}
      {ServiceOverlays && <ServiceOverlays />}
      <Notifications />
      <LiveRegion />
    </div>
  );
}
