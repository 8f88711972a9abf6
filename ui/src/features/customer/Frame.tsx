/** Frame of the login screens: form, and alternatives beside it. */

import type { ComponentChildren } from 'preact';
import { ErrorSummary, type SummaryError } from '../../parts/ErrorSummary';
import styles from './Frame.module.css';

interface FrameProps {
  title: string;
  /** Below the heading. */
  intro?: ComponentChildren;
  /** Notice above the heading. */
  notice?: ComponentChildren;
  errors?: SummaryError[];
  turn?: number;
  children: ComponentChildren;
  /** Beside the form; below it on narrow screens. */
  aside?: ComponentChildren;
}

export function Frame({ title, intro, notice, errors = [], turn = 0, children, aside }: FrameProps) {
  return (
    <div class={`wrap ${styles.screen}`} data-alone={aside ? undefined : ''}>
      <div class={styles.main}>
        <ErrorSummary errors={errors} turn={turn} />
        {notice}
        <header class={styles.header}>
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p class={styles.intro}>{intro}</p>}
        </header>
        {children}
      </div>
      {aside && <div class={styles.aside}>{aside}</div>}
    </div>
  );
}
