/** Error summary above a form; each line links to its field (U7). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import styles from './ErrorSummary.module.css';
import { NoWrap } from './NoWrap';

export interface SummaryError {
  /** Id of the control, or of the group. */
  id: string;
  message: string;
}

interface ErrorSummaryProps {
  errors: SummaryError[];
  /** Increases with each rejected submit. */
  submitCount: number;
}

/** Takes focus after each rejected submit (U7). */
export function ErrorSummary({ errors, submitCount }: ErrorSummaryProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: summary } = ref;
    if (submitCount === 0 || !summary) return;
    summary.focus({ preventScroll: true });
    // From the top: browsers would centre what is taller than the space between sticky bars and cookie banner.
    summary.scrollIntoView({ block: 'start' });
  }, [submitCount]);
  if (errors.length === 0) return null;
  return (
    <div ref={ref} className={styles.summary} role="alert" tabIndex={-1} aria-labelledby="error-summary">
      <h2 id="error-summary" className="subheading">{t`There is a problem`}</h2>
      <ul className={styles.summaryList}>
        {errors.map(({ id, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault();
                const target = document.getElementById(id);
                const control = target?.matches('input, select, textarea, button')
                  ? target
                  : target?.querySelector('input, select, textarea');
                // Targets without a control, such as the captcha, take focus themselves.
                ((control ?? target) as HTMLElement | null)?.focus();
                target?.scrollIntoView({ block: 'center' });
              }}
            >
              <NoWrap>{message}</NoWrap>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
