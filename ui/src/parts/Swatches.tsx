/** Product option as radio buttons: named colours, or text (K7). */

import type { ReactNode } from 'react';
import styles from './Swatches.module.css';

export interface SwatchChoice {
  code: string;
  label: string;
  /** `#rrggbb`; without it the label is the button. */
  color?: string | null;
  /** Unavailable in this combination: selectable, but marked. */
  unavailable?: boolean;
}

export interface SwatchesProps {
  /** Of the group. */
  name: string;
  legend: string;
  /** Beside the legend; defaults to the chosen label. */
  chosen?: ReactNode;
  value: string;
  onChange: (code: string) => void;
  choices: SwatchChoice[];
  unavailableLabel: string;
}

/** The CSP forbids style attributes: the colour is an SVG `fill`. */
function Dot({ color }: { color: string }) {
  return (
    <svg className={styles.dot} viewBox="0 0 32 32" fill={color} aria-hidden="true">
      <circle cx="16" cy="16" r="15.5" />
    </svg>
  );
}

export function Swatches({ name, legend, chosen, value, onChange, choices, unavailableLabel }: SwatchesProps) {
  const label = choices.find((choice) => choice.code === value)?.label;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        <span className={styles.name}>{legend}</span> <span>{chosen ?? label ?? ''}</span>
      </legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label
            key={choice.code}
            className={choice.color ? styles.swatch : styles.word}
            data-unavailable={choice.unavailable ? '' : undefined}
            title={choice.color ? choice.label : undefined}
          >
            <input
              type="radio"
              name={name}
              value={choice.code}
              checked={choice.code === value}
              onChange={() => onChange(choice.code)}
            />
            {choice.color && <Dot color={choice.color} />}
            <span className={choice.color ? 'visually-hidden' : undefined}>{choice.label}</span>
            {choice.unavailable && <span className="visually-hidden">{unavailableLabel}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Colours of a card, decorative; the count is in words beside it. */
export function SwatchDots({ colors, max = 5 }: { colors: { code: string; color: string }[]; max?: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {colors.slice(0, max).map(({ code, color }) => (
        <svg key={code} viewBox="0 0 12 12" width="12" height="12" fill={color} aria-hidden="true">
          <circle cx="6" cy="6" r="5.5" stroke="#82796c" stroke-width="1" />
        </svg>
      ))}
    </span>
  );
}
