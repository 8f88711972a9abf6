/** What is wrong with a form, above its heading; each line leads to its field (U7). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'preact/hooks';
import styles from './ErrorSummary.module.css';
import { NoWrap } from './NoWrap';

export interface SummaryError {
  /** Id of the control, or of the group. */
  id: string;
  message: string;
}

/** Above the heading of a form that was sent with errors; takes focus (U7). */
export function ErrorSummary({
  errors,
  turn,
}: {
  errors: SummaryError[] /** Rises with each sending. */;
  turn: number;
}) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current: summary } = ref;
    if (turn === 0 || !summary) return;
    summary.focus({ preventScroll: true });
    // From its title on: of what is taller than bars and the cookie panel leave room for, browsers show the middle.
    summary.scrollIntoView({ block: 'start' });
  }, [turn]);
  if (errors.length === 0) return null;
  return (
    <div ref={ref} class={styles.summary} role="alert" tabIndex={-1} aria-labelledby="error-summary">
      <h2 id="error-summary" class={styles.summaryTitle}>{t`There is a problem`}</h2>
      <ul class={styles.summaryList}>
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
                // A place without a control of its own, as the captcha's, takes focus itself.
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
