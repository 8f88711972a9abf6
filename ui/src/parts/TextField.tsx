/** A field of text. */

import type { ComponentChildren, TargetedFocusEvent, TargetedInputEvent } from 'preact';
import { describedBy, type FieldBaseProps, FieldFrame } from './FieldFrame';
import styles from './FieldFrame.module.css';

/** Two fields side by side where there is room; label, hint, control and error stand in line with each other's. */
export function FieldPair({ children }: { children: ComponentChildren }) {
  return <div class={styles.pair}>{children}</div>;
}

export interface FieldProps extends FieldBaseProps {
  value: string;
  onInput: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'search' | 'password';
  inputMode?: 'numeric' | 'text' | 'email' | 'tel';
  autoCapitalize?: 'none' | 'words' | 'characters';
  maxLength?: number;
  /** A text of several lines. */
  rows?: number;
  /** Narrow fields for what is short: a postal code. */
  width?: 'full' | 'short';
}

/** Browsers hand out an address without the spaces around it, but leave those on screen. */
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
    class: `${styles.control} ${width === 'short' ? styles.short : ''}`,
    autoComplete,
    maxLength,
    'aria-required': required ? ('true' as const) : undefined,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': describedBy(id, hint, error),
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) => onInput(event.currentTarget.value),
    onBlur: (event: TargetedFocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
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
          // Browsers bring the line that is written into view, and leave the rest of the field out of it.
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest' })}
        />
      ) : (
        <input
          {...shared}
          // The types tie each kind to the roles it may have; none is set here.
          type={type as 'email'}
          inputMode={inputMode}
          autoCapitalize={autoCapitalize}
          spellcheck={type === 'text' ? undefined : false}
        />
      )}
    </FieldFrame>
  );
}
