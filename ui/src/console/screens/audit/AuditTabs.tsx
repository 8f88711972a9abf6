/** The views of the audit. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import styles from '../../parts/Tabs.module.css';

export function AuditTabs({ at }: { at: 'entries' | 'security' }) {
  const { t } = useLingui();
  const current = (tab: string) => (tab === at ? 'page' : undefined);
  return (
    <nav className={styles.links} aria-label={t`Views of the audit`}>
      <Link href="/audit" aria-current={current('entries')}>{t`The house’s people`}</Link>
      <Link href="/audit/security" aria-current={current('security')}>{t`Customers’ accounts`}</Link>
    </nav>
  );
}
