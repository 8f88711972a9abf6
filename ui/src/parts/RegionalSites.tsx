/** Suggests the house's other regional sites (boutique.md §5); nothing where there is none. */

import { useLingui } from '@lingui/react/macro';
import type { RegionalSite } from '../api/types';
import styles from './RegionalSites.module.css';

export function RegionalSites({ sites }: { sites: readonly RegionalSite[] }) {
  const { t } = useLingui();
  if (sites.length === 0) return null;
  return (
    <>
      <p>{t`One of our other regional sites may deliver there.`}</p>
      <ul className={styles.sites}>
        {sites.map((site) => (
          <li key={site.url}>
            <a href={site.url}>{site.name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
