/** The views of look and pages. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import styles from './Tabs.module.css';

export function LookTabs({ at }: { at: 'brand' | 'home' | 'pages' }) {
  const { t } = useLingui();
  const current = (tab: string) => (tab === at ? 'page' : undefined);
  return (
    <nav className={styles.links} aria-label={t`Views of look and pages`}>
      <Link href="/look" aria-current={current('brand')}>
        {t({ context: 'look', message: 'Brand' })}
      </Link>
      <Link href="/look/home" aria-current={current('home')}>{t`Home page`}</Link>
      <Link href="/pages" aria-current={current('pages')}>{t`Help pages`}</Link>
    </nav>
  );
}
