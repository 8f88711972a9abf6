/** Collapsible section: native `<details>` with a heading. */

import type { ReactNode } from 'react';
import styles from './Accordion.module.css';
import { Icon } from './Icon';

export interface AccordionProps {
  title: string;
  children: ReactNode;
  /** Initially open. */
  open?: boolean;
  /** Accordions with the same name open one at a time. */
  name?: string;
  /** Heading level; 2 by default. */
  level?: 2 | 3;
  id?: string;
}

export function Accordion({ title, children, open, name, level = 2, id }: AccordionProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <details className={styles.accordion} open={open} name={name} id={id}>
      <summary className={styles.summary}>
        <Heading className={styles.title}>{title}</Heading>
        <Icon name="plus" size={18} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
