/** Layout of the styleguide. */

import type { ComponentChildren } from 'preact';
import styles from './Group.module.css';

/** Samples below a heading. */
export function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class={styles.group}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A sample, named after its component. */
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
