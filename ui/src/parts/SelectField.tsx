/** Native select. */

import { describedBy, type FieldBaseProps, FieldFrame } from './FieldFrame';
import styles from './FieldFrame.module.css';
import { Icon } from './Icon';

export interface SelectFieldProps extends FieldBaseProps {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string; disabled?: boolean }[];
  /** First entry without a value, "Select a country"; omit when a value is always chosen. */
  placeholder?: string;
}

export function SelectField({
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
  onChange,
  options,
  placeholder,
}: SelectFieldProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required={required} unmarked={unmarked}>
      <span className={styles.select}>
        <select
          id={id}
          name={name}
          className={styles.control}
          autoComplete={autoComplete}
          aria-required={required ? 'true' : undefined}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        >
          {placeholder !== undefined && (
            <option value="" selected={value === ''}>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              selected={option.value === value}
              disabled={option.disabled}
            >
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={18} />
      </span>
    </FieldFrame>
  );
}
