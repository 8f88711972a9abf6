/** Radio buttons as cards, each with room for a note. */

import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FieldError } from './FieldError';
import frame from './FieldFrame.module.css';
import styles from './RadioCards.module.css';

export interface RadioCard {
  value: string;
  label: string;
  note?: ReactNode;
  /** At the right edge: a price. */
  aside?: ReactNode;
  disabled?: boolean;
  /** Below the card while it is chosen. */
  details?: ReactNode;
}

export interface RadioCardsProps {
  id: string;
  /** Of the group; its id when absent. */
  name?: string;
  legend: string;
  legendHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  options: RadioCard[];
  error?: string;
  required?: boolean;
}

/** Native radio buttons: arrow keys work (K7). */
export function RadioCards({
  id,
  name = id,
  legend,
  legendHidden,
  value,
  onChange,
  options,
  error,
  required,
}: RadioCardsProps) {
  return (
    <fieldset
      id={id}
      className={frame.field}
      data-error={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={legendHidden ? 'visually-hidden' : frame.label}>
        <span>{legend}</span>
        {required && !legendHidden && (
          <span className={frame.mark}>
            <Trans>required</Trans>
          </span>
        )}
      </legend>
      <div className={styles.cards}>
        {options.map((option) => (
          <div key={option.value} className={styles.card}>
            <label className={styles.cardLabel}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
              />
              <span className={styles.cardText}>
                <span>{option.label}</span>
                {option.note && <span className={styles.note}>{option.note}</span>}
              </span>
              {option.aside && <span className={styles.aside}>{option.aside}</span>}
            </label>
            {option.details && option.value === value && <div className={styles.details}>{option.details}</div>}
          </div>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
