/** Card of the account overview. */

import type { ReactNode } from 'react';
import { Link } from '../../parts/Link';
import styles from './AccountScreen.module.css';

interface CardProps {
  id: string;
  title: string;
  children: ReactNode;
  /** Link to the details. */
  link?: { href: string; name: string };
}

export function Card({ id, title, children, link }: CardProps) {
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className="subheading">
        {title}
      </h2>
      <div className={styles.contents}>{children}</div>
      {link && (
        <p className={styles.more}>
          <Link href={link.href}>{link.name}</Link>
        </p>
      )}
    </section>
  );
}
