/** Collapsible section: native `<details>` with a heading. */

import type { ComponentChildren } from 'preact';
import styles from './Accordion.module.css';
import { Icon } from './Icon';

export interface AccordionProps {
  title: string;
  children: ComponentChildren;
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
    <details class={styles.accordion} open={open} name={name} id={id}>
      <summary class={styles.summary}>
        <Heading class={styles.title}>{title}</Heading>
        <Icon name="plus" size={18} />
      </summary>
      <div class={styles.body}>{children}</div>
    </details>
  );
}
