/** Panel of a department: categories and image. */

import { useLingui } from '@lingui/react/macro';
import type { MenuItem } from '../api/types';
import { Link } from '../parts/Link';
import { Picture } from '../parts/Picture';
import styles from './MegaPanel.module.css';

export interface MegaPanelProps {
  id: string;
  item: MenuItem;
}

export function MegaPanel({ id, item }: MegaPanelProps) {
  const { t } = useLingui();
  const { name } = item;
  return (
    <div id={id} className={styles.panel}>
      <div className={`wrap ${styles.inner}`}>
        <div>
          <p className={styles.heading}>{name}</p>
          <ul className={styles.links}>
            {item.children.map((child) => (
              <li key={child.key}>
                <Link href={child.url}>{child.name}</Link>
              </li>
            ))}
            <li>
              <Link href={item.url} className={styles.all} aria-label={t`View all: ${name}`}>{t`View all`}</Link>
            </li>
          </ul>
        </div>
        {item.image && (
          <Link href={item.url} className={styles.picture} tabIndex={-1} aria-hidden="true">
            <Picture image={item.image} ratio="16/10" sizes="420px" decorative />
          </Link>
        )}
      </div>
    </div>
  );
}
