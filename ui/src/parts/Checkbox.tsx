/** Checkbox; never preselected. */

import type { ReactNode } from 'react';
import { FieldError } from './FieldError';
import { describedBy } from './FieldFrame';
import styles from './FieldFrame.module.css';
import { NoWrap } from './NoWrap';

export interface CheckboxProps {
  id: string;
  name?: string;
  /** What the browser sends where it is ticked; `on` by default. */
  value?: string;
  /** Id of the form that it belongs to, around which it does not stand. */
  form?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Label; may contain links. */
  children: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  /** For rows whose name is shown beside it: the label is visually hidden. */
  labelHidden?: boolean;
}

export function Checkbox({
  id,
  name = id,
  value,
  form,
  checked,
  onChange,
  children,
  hint,
  error,
  required,
  labelHidden,
}: CheckboxProps) {
  return (
    <div className={styles.field} data-error={error ? '' : undefined}>
      <div className={styles.check}>
        <input
          id={id}
          name={name}
          value={value}
          form={form}
          type="checkbox"
          checked={checked}
          aria-required={required ? 'true' : undefined}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label htmlFor={id} className={labelHidden ? 'visually-hidden' : undefined}>
          <NoWrap>{children}</NoWrap>
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} className={`${styles.hint} ${styles.indent}`}>
          <NoWrap>{hint}</NoWrap>
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
