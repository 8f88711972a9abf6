/** Password field with a show/hide toggle (K13). Allows paste and password managers. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { announce } from '../state/liveRegion';
import { describedBy, type FieldBaseProps, FieldFrame } from './FieldFrame';
import frame from './FieldFrame.module.css';
import styles from './PasswordField.module.css';

export interface PasswordFieldProps extends FieldBaseProps {
  value: string;
  onInput: (value: string) => void;
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField({
  id,
  label,
  name = id,
  hint,
  error,
  required = true,
  unmarked,
  autoComplete,
  onBlur,
  value,
  onInput,
}: PasswordFieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} unmarked={unmarked}>
      <span className={styles.place}>
        <input
          id={id}
          name={name}
          className={frame.control}
          // The types restrict roles by input type; none is set here.
          type={(isShown ? 'text' : 'password') as 'password'}
          value={value}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck="false"
          aria-required={required ? 'true' : undefined}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onInput={(event) => onInput(event.currentTarget.value)}
          onBlur={onBlur}
        />
        <button
          type="button"
          className={styles.toggle}
          aria-controls={id}
          aria-label={isShown ? t`Hide: ${label}` : t`Show: ${label}`}
          onClick={() => {
            setShown(!isShown);
            announce(isShown ? t`The password is hidden.` : t`The password is visible.`);
          }}
        >
          {isShown ? t`Hide` : t`Show`}
        </button>
      </span>
    </FieldFrame>
  );
}
