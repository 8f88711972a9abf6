/** The checkbox of a row, and that of all rows; the whole cell is the target. */

import { type MouseEvent, useRef } from 'react';
import styles from './RowCheck.module.css';

interface Props {
  label: string;
  checked: boolean;
  /** `reach`: with shift, as far as the row before. */
  onChange: (reach: boolean) => void;
  isDisabled?: boolean;
  /** The key `x` does something else in this list. */
  hasNoKey?: boolean;
}

export function RowCheck({ label, checked, onChange, isDisabled, hasNoKey }: Props) {
  // A change event does not say whether shift was held.
  const hasShift = useRef(false);
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        data-select={hasNoKey ? undefined : ''}
        aria-label={label}
        checked={checked}
        disabled={Boolean(isDisabled)}
        onClick={(event: MouseEvent) => {
          hasShift.current = event.shiftKey;
        }}
        onChange={() => onChange(hasShift.current)}
      />
    </label>
  );
}

interface AllProps {
  label: string;
  /** How many of how many rows are chosen. */
  chosen: number;
  of: number;
  onChange: () => void;
}

export function AllCheck({ label, chosen, of, onChange }: AllProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={of > 0 && chosen === of}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < of;
        }}
        onChange={onChange}
      />
    </label>
  );
}
