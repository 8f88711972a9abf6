/** Fields: label above, hint, control, error. The id is the control's, to which the summary of errors links. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Button, FieldError, Input, Label, Text, TextField } from 'react-aria-components';
import styles from './Field.module.css';
import { Icon } from './Icon';

export interface FieldProps {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: ReactNode;
  type?: 'text' | 'email' | 'password' | 'date' | 'datetime-local';
  autoComplete?: string;
  inputMode?: 'numeric' | 'decimal' | 'text';
  maxLength?: number;
  autoFocus?: boolean;
  optional?: boolean;
  /** Neither required nor marked: a filter. */
  isFilter?: boolean;
  short?: boolean;
  list?: string;
  /** A control beside the input. */
  after?: ReactNode;
}

export function Field({ id, label, hint, error, optional, isFilter, short, after, list, ...rest }: FieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...rest}
      id={id}
      name={id}
      isInvalid={Boolean(error)}
      isRequired={!optional && !isFilter}
      validationBehavior="aria"
      className={styles.field ?? ''}
      spellCheck="false"
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
      <span className={styles.row}>
        <Input className={`${styles.control} ${short ? styles.short : ''}`} list={list} />
        {after}
      </span>
      <FieldError className={styles.error ?? ''}>
        <Icon name="error" size={16} />
        <span>{error}</span>
      </FieldError>
    </TextField>
  );
}

export function PasswordField(props: Omit<FieldProps, 'type' | 'after'>) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <Button
          className={styles.reveal ?? ''}
          aria-label={isShown ? t`Hide the password` : t`Show the password`}
          onPress={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'hide' : 'show'} />
        </Button>
      }
    />
  );
}

/** A one-time code, or where `allowsRecovery` a recovery code as well. */
export function CodeField({ allowsRecovery, ...props }: Omit<FieldProps, 'type'> & { allowsRecovery?: boolean }) {
  return (
    <Field
      {...props}
      short
      autoComplete="one-time-code"
      inputMode={allowsRecovery ? 'text' : 'numeric'}
      onChange={(value) => props.onChange(value)}
    />
  );
}

export interface SelectFieldProps<V extends string> {
  id: string;
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: { value: V; label: string; lang?: string }[];
  hint?: ReactNode;
  error?: string | undefined;
}

/** The browser's own list: on tablets and phones it is the one that people know. */
export function SelectField<V extends string>({
  id,
  label,
  value,
  onChange,
  options,
  hint,
  error,
}: SelectFieldProps<V>) {
  return (
    <div className={styles.field}>
      <span className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      </span>
      {hint && (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      )}
      <span className={styles.select}>
        <select
          id={id}
          name={id}
          className={styles.control}
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.value as V)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
      {error && (
        <span className={styles.error}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
