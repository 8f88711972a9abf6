/** How many pieces of each line: one number a line, with how many there are at most. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CountInput } from './CountInput';
import { Icon } from './Icon';
import styles from './PieceLines.module.css';
import { type PieceLine, piecesUpTo } from './pieces';
import { useFormat } from './text';

interface Props {
  /** Of the form: ids of the controls are this and the line's name. */
  id: string;
  label: string;
  lines: PieceLine[];
  values: Record<string, string>;
  errors: Record<string, string | undefined>;
  onChange: (name: string, value: string) => void;
  /** What else is to be said of a line. */
  more?: (line: PieceLine) => ReactNode;
}

export function PieceLines({ id, label, lines, values, errors, onChange, more }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <fieldset className={styles.lines}>
      <legend>{label}</legend>
      {lines.map((line) => {
        const { name, title, detail } = line;
        const control = `${id}-${name}`;
        const error = errors[name];
        const most = format.number(line.most);
        const rest = more?.(line);
        return (
          <div key={name} className={styles.line}>
            <label htmlFor={control}>
              <span>{title}</span>
              {detail && <span className={styles.quiet}>{detail}</span>}
            </label>
            <span className={styles.count}>
              <CountInput
                id={control}
                value={values[name] ?? ''}
                isInvalid={Boolean(error)}
                describedBy={`${control}-of${error ? ` ${control}-error` : ''}`}
                onChange={(value) => onChange(name, value)}
              />
              <span id={`${control}-of`}>{t`of ${most}`}</span>
            </span>
            {error && (
              <span id={`${control}-error`} className={styles.error}>
                <Icon name="error" size={16} />
                {error}
              </span>
            )}
            {rest && <div className={styles.more}>{rest}</div>}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Errors of the numbers; the first line also bears that of having none at all. */
export function usePiecesCheck() {
  const { t } = useLingui();
  return (lines: PieceLine[], values: Record<string, string>): Record<string, string> => {
    const errors: Record<string, string> = {};
    let sum = 0;
    for (const { title: product, name, most } of lines) {
      const qty = piecesUpTo(values[name] ?? '', most);
      if (qty === undefined) errors[name] = t`${product}: enter a number from 0 to ${most}.`;
      sum += qty ?? 1;
    }
    const first = lines[0];
    if (first && sum === 0) errors[first.name] = t`Enter how many pieces of at least one line.`;
    return errors;
  };
}
