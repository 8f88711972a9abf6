/** The views of customers: accounts and guests, and who gets letters. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import styles from './Tabs.module.css';

export function CustomerTabs({ at }: { at: 'customers' | 'newsletter' }) {
  const { t } = useLingui();
  const current = (tab: string) => (tab === at ? 'page' : undefined);
  return (
    <nav className={styles.links} aria-label={t`Views of customers`}>
      <Link href="/customers" aria-current={current('customers')}>{t`Accounts and guests`}</Link>
      <Link href="/customers/newsletter" aria-current={current('newsletter')}>{t`Newsletter`}</Link>
    </nav>
  );
}
