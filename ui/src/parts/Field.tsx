/** Form fields: a label above, required or optional in words, a hint, an error that is tied to the control (U4 to U10). */

import { Trans } from '@lingui/react/macro';
import type { ComponentChildren, TargetedInputEvent } from 'preact';
import styles from './Field.module.css';
import { Icon } from './Icon';

interface Common {
  /** Also the control's id, by which the error summary links it. */
  id: string;
  label: string;
  name?: string;
  hint?: ComponentChildren;
  /** The message of what is wrong; empty or undefined when nothing is. */
  error?: string;
  required?: boolean;
  /** Says neither required nor optional: search, newsletter, a lone field. */
  unmarked?: boolean;
  autoComplete?: string;
  onBlur?: () => void;
}

interface FrameProps extends Pick<Common, 'id' | 'label' | 'hint' | 'error' | 'required' | 'unmarked'> {
  children: ComponentChildren;
}

function describedBy(id: string, hint: unknown, error: unknown): string | undefined {
  return [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;
}

export function FieldError({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <p id={id} class={styles.error}>
      <Icon name="error" size={16} />
      <span>{children}</span>
    </p>
  );
}

function Frame({ id, label, hint, error, required, unmarked, children }: FrameProps) {
  return (
    <div class={styles.field} data-error={error ? '' : undefined}>
      <label for={id} class={styles.label}>
        <span>{label}</span>
        {!unmarked && <span class={styles.mark}>{required ? <Trans>required</Trans> : <Trans>optional</Trans>}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} class={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export interface FieldProps extends Common {
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
    onBlur,
  };
  return (
    <Frame id={id} label={label} hint={hint} error={error} required={required} unmarked={unmarked}>
      {rows ? (
        <textarea {...shared} rows={rows} />
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
    </Frame>
  );
}

export interface SelectFieldProps extends Common {
  value: string;
  onChange: (value: string) => void;
  options: { value: string; label: string; disabled?: boolean }[];
  /** First entry without a value, e.g. "Select a country"; leave it out when a value is always chosen. */
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
    <Frame id={id} label={label} hint={hint} error={error} required={required} unmarked={unmarked}>
      <span class={styles.select}>
        <select
          id={id}
          name={name}
          class={styles.control}
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
    </Frame>
  );
}

export interface CheckboxProps {
  id: string;
  name?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The label; may hold links. */
  children: ComponentChildren;
  hint?: ComponentChildren;
  error?: string;
  required?: boolean;
  /** For a row of a list, whose name stands beside it: the label is read, not shown. */
  labelHidden?: boolean;
}

export function Checkbox({
  id,
  name = id,
  checked,
  onChange,
  children,
  hint,
  error,
  required,
  labelHidden,
}: CheckboxProps) {
  return (
    <div class={styles.field} data-error={error ? '' : undefined}>
      <div class={styles.check}>
        <input
          id={id}
          name={name}
          type="checkbox"
          checked={checked}
          aria-required={required ? 'true' : undefined}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <label for={id} class={labelHidden ? 'visually-hidden' : undefined}>
          {children}
        </label>
      </div>
      {hint && (
        <p id={`${id}-hint`} class={`${styles.hint} ${styles.indent}`}>
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export interface RadioCard {
  value: string;
  label: string;
  note?: ComponentChildren;
  /** At the right edge: a price. */
  aside?: ComponentChildren;
  disabled?: boolean;
  /** Shown below the card while it is chosen. */
  details?: ComponentChildren;
}

export interface RadioCardsProps {
  /** Also the name of the group. */
  id: string;
  legend: string;
  legendHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: RadioCard[];
  error?: string;
  required?: boolean;
}

/** A choice among few, each with room for a note. Native radio buttons: arrows move (K7). */
export function RadioCards({ id, legend, legendHidden, value, onChange, options, error, required }: RadioCardsProps) {
  return (
    <fieldset
      id={id}
      class={styles.field}
      data-error={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend class={legendHidden ? 'visually-hidden' : styles.label}>
        <span>{legend}</span>
        {required && !legendHidden && (
          <span class={styles.mark}>
            <Trans>required</Trans>
          </span>
        )}
      </legend>
      <div class={styles.cards}>
        {options.map((option) => (
          <div key={option.value} class={styles.card}>
            <label class={styles.cardLabel}>
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
              />
              <span class={styles.cardText}>
                <span>{option.label}</span>
                {option.note && <span class={styles.note}>{option.note}</span>}
              </span>
              {option.aside && <span class={styles.aside}>{option.aside}</span>}
            </label>
            {option.details && option.value === value && <div class={styles.details}>{option.details}</div>}
          </div>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
