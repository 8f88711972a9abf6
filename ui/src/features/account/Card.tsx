/** A part of the account on its first screen. */

import type { ComponentChildren } from 'preact';
import { Link } from '../../parts/Link';
import styles from './AccountScreen.module.css';

interface CardProps {
  id: string;
  title: string;
  children: ComponentChildren;
  /** Where more can be done. */
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
