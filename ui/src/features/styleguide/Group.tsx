/** How the page for makers sets out what it shows. */

import type { ComponentChildren } from 'preact';
import styles from './Group.module.css';

/** Parts of one kind under a heading. */
export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.group}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One part; its name is the code's. */
export function Sample({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class={styles.sample}>
      <p class={styles.name}>
        <code>{name}</code>
      </p>
      {children}
    </div>
  );
}
