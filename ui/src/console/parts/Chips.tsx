/** A choice of any number of values, each a button that stays pressed. */

import styles from './Chips.module.css';

interface Props<V extends string> {
  label: string;
  options: { value: V; label: string }[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
}

export function Chips<V extends string>({ label, options, chosen, onChange }: Props<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, whose place is fixed
    <div className={styles.chips} role="group" aria-label={label}>
      {options.map(({ value, label: text }) => {
        const isOn = chosen.includes(value);
        return (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={isOn}
            onClick={() => onChange(isOn ? chosen.filter((one) => one !== value) : [...chosen, value])}
          >
            {text}
          </button>
        );
      })}
    </div>
  );
}
