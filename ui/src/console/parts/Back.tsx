/** The way back to the list of a thing, above its title. */

import { Link } from 'wouter';
import styles from './Back.module.css';
import { Icon } from './Icon';

export function Back({ to, children }: { to: string; children: string }) {
  return (
    <Link href={to} className={styles.back}>
      <Icon name="previous" size={16} />
      {children}
    </Link>
  );
}
