/** Radio buttons as cards, each with room for a note. */

import { Trans } from '@lingui/react/macro';
import type { ComponentChildren } from 'preact';
import { FieldError } from './FieldError';
import frame from './FieldFrame.module.css';
import styles from './RadioCards.module.css';

export interface RadioCard {
  value: string;
  label: string;
  note?: ComponentChildren;
  /** At the right edge: a price. */
  aside?: ComponentChildren;
  disabled?: boolean;
  /** Below the card while it is chosen. */
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

/** Native radio buttons: arrow keys work (K7). */
export function RadioCards({ id, legend, legendHidden, value, onChange, options, error, required }: RadioCardsProps) {
  return (
    <fieldset
      id={id}
      class={frame.field}
      data-error={error ? '' : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend class={legendHidden ? 'visually-hidden' : frame.label}>
        <span>{legend}</span>
        {required && !legendHidden && (
          <span class={frame.mark}>
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
