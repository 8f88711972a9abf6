/** The views of prices: the calendar with its campaigns, single prices, and what employees pay. */

import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import styles from './Tabs.module.css';

export function PriceTabs({ at }: { at: 'calendar' | 'items' | 'tags' }) {
  const { t } = useLingui();
  const current = (tab: string) => (tab === at ? 'page' : undefined);
  return (
    <nav className={styles.links} aria-label={t`Views of prices`}>
      <Link href="/prices" aria-current={current('calendar')}>{t`Calendar and campaigns`}</Link>
      <Link href="/prices/items" aria-current={current('items')}>{t`Prices of items`}</Link>
      <Link href="/prices/employees" aria-current={current('tags')}>{t`Employee prices`}</Link>
    </nav>
  );
}
