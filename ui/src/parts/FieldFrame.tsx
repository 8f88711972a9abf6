/** Frame of all fields: label above, "required" or "optional" in words, hint, error (U4 to U10). */

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldError } from './FieldError';
import styles from './FieldFrame.module.css';
import { NoWrap } from './NoWrap';

export interface FieldBaseProps {
  /** Id of the control, which the error summary links. */
  id: string;
  label: string;
  name?: string;
  hint?: ReactNode;
  /** Error message; empty or undefined when there is none. */
  error?: string;
  required?: boolean;
  /** Shows neither "required" nor "optional": search, newsletter, a lone field. */
  unmarked?: boolean;
  autoComplete?: string;
  onBlur?: () => void;
}

interface FrameProps extends Pick<FieldBaseProps, 'id' | 'label' | 'hint' | 'error' | 'required' | 'unmarked'> {
  children: ReactNode;
}

/** Ids of hint and error, for `aria-describedby`. */
export function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

export function FieldFrame({ id, label, hint, error, required, unmarked, children }: FrameProps) {
  return (
    <div className={styles.field} data-error={error ? '' : undefined}>
      <label htmlFor={id} className={styles.label}>
        <span>
          <NoWrap>{label}</NoWrap>
        </span>
        {!unmarked && (
          <span className={styles.mark}>{required ? <Trans>required</Trans> : <Trans>optional</Trans>}</span>
        )}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          <NoWrap>{hint}</NoWrap>
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
