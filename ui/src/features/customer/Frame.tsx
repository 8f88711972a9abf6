/** Frame of the login screens: form, and alternatives beside it. */

import type { ComponentProps, ReactNode } from 'react';
import { PostForm } from '../../layout/PostForm';
import { ErrorSummary, type SummaryError } from '../../parts/ErrorSummary';
import styles from './Frame.module.css';

interface FrameProps {
  title: string;
  /** Below the heading. */
  intro?: ReactNode;
  /** Notice above the heading. */
  notice?: ReactNode;
  errors?: SummaryError[];
  submitCount?: number;
  children: ReactNode;
  /** Beside the form; below it on narrow screens. */
  aside?: ReactNode;
}

export function Frame({ title, intro, notice, errors = [], submitCount = 0, children, aside }: FrameProps) {
  return (
    <div className={`wrap ${styles.screen}`} data-alone={aside ? undefined : ''}>
      <div className={styles.main}>
        <ErrorSummary errors={errors} submitCount={submitCount} />
        {notice}
        <header className={styles.header}>
          <h1 tabIndex={-1}>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </header>
        {children}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}

/** The screen's form, which needs no scripts. */
export function FramePost(props: ComponentProps<typeof PostForm>) {
  return <PostForm className={styles.form} {...props} />;
}
