/** Layout of the styleguide. */

import type { ReactNode } from 'react';
import styles from './Group.module.css';

/** Samples below a heading. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A sample, named after its component. */
export function Sample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.sample}>
      <p className={styles.name}>
        <code>{name}</code>
      </p>
      {children}
    </div>
  );
}
