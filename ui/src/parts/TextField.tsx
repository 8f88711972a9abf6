/** Text field and text area. */

import type { FocusEvent, InputEvent, ReactNode } from 'react';
import { describedBy, type FieldBaseProps, FieldFrame } from './FieldFrame';
import styles from './FieldFrame.module.css';

/** Two fields side by side when there is room, aligned by label, hint, control and error. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}

export interface FieldProps extends FieldBaseProps {
  value: string;
  onInput: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'search' | 'password';
  inputMode?: 'numeric' | 'text' | 'email' | 'tel';
  autoCapitalize?: 'none' | 'words' | 'characters';
  maxLength?: number;
  /** Rows of a text area. */
  rows?: number;
  /** `short` for a postal code. */
  width?: 'full' | 'short';
}

/** Browsers trim the value of an e-mail field but still display the spaces. */
function showTrimmed(control: { value: string }): void {
  const { value } = control;
  control.value = '';
  control.value = value;
}

export function Field({
  id,
  label,
  name = id,
  hint,
  error,
  required,
  unmarked,
  autoComplete,
  onBlur,
  value,
  onInput,
  type = 'text',
  inputMode,
  autoCapitalize,
  maxLength,
  rows,
  width = 'full',
}: FieldProps) {
  const shared = {
    id,
    name,
    value,
    className: `${styles.control} ${width === 'short' ? styles.short : ''}`,
    autoComplete,
    maxLength,
    'aria-required': required ? ('true' as const) : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': describedBy(id, hint, error),
    onInput: (event: InputEvent<HTMLInputElement | HTMLTextAreaElement>) => onInput(event.currentTarget.value),
    onBlur: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (type === 'email') showTrimmed(event.currentTarget);
      onBlur?.();
    },
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} unmarked={unmarked}>
      {rows ? (
        <textarea
          {...shared}
          rows={rows}
          // Browsers scroll the caret into view, not the whole field.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        />
      ) : (
        <input
          {...shared}
          // The types restrict roles by input type; none is set here.
          type={type as 'email'}
          inputMode={inputMode}
          autoCapitalize={autoCapitalize}
          spellCheck={type === 'text' ? undefined : 'false'}
        />
      )}
    </FieldFrame>
  );
}
