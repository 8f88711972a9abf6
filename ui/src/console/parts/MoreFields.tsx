/** Fields for longer texts and for yes or no. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldError, Label, Text, TextArea, TextField } from 'react-aria-components';
import type { FieldProps } from './Field';
import styles from './Field.module.css';
import { Icon } from './Icon';

type TextAreaProps = Pick<FieldProps, 'id' | 'label' | 'value' | 'onChange' | 'error' | 'hint' | 'optional'> & {
  rows?: number;
  /** Neither required nor marked: the only field of its form. */
  isPlain?: boolean;
  /** A key or the like: no browser checks its spelling, which some do on their vendor's servers, or keeps it. */
  isCode?: boolean;
};

export function TextAreaField({ id, label, hint, error, optional, isPlain, isCode, rows = 3, ...rest }: TextAreaProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...rest}
      id={id}
      name={id}
      isInvalid={Boolean(error)}
      isRequired={!optional && !isPlain}
      validationBehavior="aria"
      className={styles.field ?? ''}
    >
      <span className={styles.head}>
        <Label className={styles.label ?? ''}>{label}</Label>
        {optional && <span className={styles.mark}>{t`optional`}</span>}
      </span>
      {hint && (
        <Text slot="description" className={styles.hint ?? ''}>
          {hint}
        </Text>
      )}
      <TextArea
        className={`${styles.control} ${styles.area} ${isCode ? styles.code : ''}`}
        rows={rows}
        {...(isCode && { spellCheck: 'false', autoComplete: 'off', autoCapitalize: 'off' })}
      />
      <FieldError className={styles.error ?? ''}>
        <Icon name="error" size={16} />
        <span>{error}</span>
      </FieldError>
    </TextField>
  );
}

interface CheckFieldProps {
  id: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

export function CheckField({ id, checked, onChange, children }: CheckFieldProps) {
  return (
    <label className={styles.check}>
      <input id={id} type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{children}</span>
    </label>
  );
}
