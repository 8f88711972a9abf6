/** Card of the account overview. */

import type { ComponentChildren } from 'preact';
import { Link } from '../../parts/Link';
import styles from './AccountScreen.module.css';

interface CardProps {
  id: string;
  title: string;
  children: ComponentChildren;
  /** Link to the details. */
  link?: { href: string; name: string };
}

export function Card({ id, title, children, link }: CardProps) {
  return (
    <section class={styles.card} aria-labelledby={id}>
      <h2 id={id} class={styles.title}>
        {title}
      </h2>
      <div class={styles.contents}>{children}</div>
      {link && (
        <p class={styles.more}>
          <Link href={link.href}>{link.name}</Link>
        </p>
      )}
    </section>
  );
}
