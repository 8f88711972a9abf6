/** What can be done with what is chosen in a list, at hand wherever the list stands. Its text is a paragraph. */

import type { ReactNode } from 'react';
import styles from './Bar.module.css';

interface Props {
  /** Makes it a region of its own. */
  label?: string;
  /** On phones: one button over the whole width (`only`), or the text in a line of its own (`above`). */
  narrow?: 'only' | 'above';
  children: ReactNode;
}

export function Bar({ label, narrow, children }: Props) {
  const Element = label ? 'section' : 'div';
  return (
    <Element
      className={styles.bar}
      aria-label={label}
      data-only={narrow === 'only' ? '' : undefined}
      data-above={narrow === 'above' ? '' : undefined}
    >
      {children}
    </Element>
  );
}
