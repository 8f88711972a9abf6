/** One of a few ways, each with what it means. */

import { Trans } from '@lingui/react/macro';
import { Icon } from '../../parts/Icon';
import styles from './OrderNewScreen.module.css';

interface Props {
  id: string;
  label: string;
  value: string;
  error: string | undefined;
  options: { value: string; label: string; note: string; amount?: string }[];
  onChange: (value: string) => void;
}

export function Choices({ id, label, value, error, options, onChange }: Props) {
  return (
    <div
      id={id}
      className={styles.choices}
      role="radiogroup"
      tabIndex={-1}
      aria-label={label}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      {options.length === 0 && (
        <p className={styles.quiet}>
          <Trans>Choose goods first: what is possible depends on them.</Trans>
        </p>
      )}
      {options.map(({ value: one, label: name, note, amount }) => (
        <label key={one} className={styles.choice}>
          <input type="radio" name={id} value={one} checked={one === value} onChange={() => onChange(one)} />
          <span>
            <span className={styles.name}>{name}</span>
            <br />
            <span className={styles.quiet}>{note}</span>
          </span>
          {amount && <span className={styles.amount}>{amount}</span>}
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="error" size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
