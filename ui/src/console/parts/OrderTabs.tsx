/** The views of orders, where customers can ask for Chinese invoices, or have. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useHasFapiao } from '../api/fapiao';
import styles from './Tabs.module.css';

export function OrderTabs({ at }: { at: 'orders' | 'fapiao' }) {
  const { t } = useLingui();
  const isShown = useHasFapiao();
  if (!isShown && at === 'orders') return null;
  const current = (tab: string) => (tab === at ? 'page' : undefined);
  return (
    <nav className={styles.links} aria-label={t`Views of orders`}>
      <Link href="/orders" aria-current={current('orders')}>{t`Orders`}</Link>
      <Link href="/orders/fapiao" aria-current={current('fapiao')}>{t`Chinese invoices`}</Link>
    </nav>
  );
}
