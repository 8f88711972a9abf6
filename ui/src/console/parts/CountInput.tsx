/** A field for a number of pieces in a line of goods; its label and its error stand in the line. */

import styles from './CountInput.module.css';

interface CountInputProps {
  id: string;
  value: string;
  isInvalid: boolean;
  /** Ids of what describes it. */
  describedBy: string | undefined;
  onChange: (value: string) => void;
}

export function CountInput({ id, value, isInvalid, describedBy, onChange }: CountInputProps) {
  return (
    <input
      id={id}
      name={id}
      className={styles.count}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      value={value}
      aria-invalid={isInvalid ? true : undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
