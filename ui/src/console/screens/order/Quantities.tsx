import { useLingui } from '@lingui/react/macro';
import { Icon } from '../../parts/Icon';
import { piecesUpTo } from '../../parts/pieces';
import { useFormat } from '../../parts/text';
import styles from './OrderScreen.module.css';
import type { OpenLine } from './quantities';

interface Props {
  id: string;
  label: string;
  lines: OpenLine[];
  values: Record<string, string>;
  errors: Record<string, string | undefined>;
  onChange: (name: string, value: string) => void;
}

export function Quantities({ id, label, lines, values, errors, onChange }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <fieldset className={styles.quantities}>
      <legend>{label}</legend>
      {lines.map(({ line, name, left }) => {
        const control = `${id}-${name}`;
        const error = errors[name];
        const most = format.number(left);
        return (
          <div key={name} className={styles.quantity}>
            <label htmlFor={control}>
              <span>{line.name}</span>
              <span className={styles.quiet}>{[line.options, line.sku].filter(Boolean).join(' · ')}</span>
            </label>
            <span className={styles.count}>
              <input
                id={control}
                name={control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={6}
                value={values[name] ?? ''}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${control}-of${error ? ` ${control}-error` : ''}`}
                onChange={(event) => onChange(name, event.target.value)}
              />
              <span id={`${control}-of`}>{t`of ${most}`}</span>
            </span>
            {error && (
              <span id={`${control}-error`} className={styles.error}>
                <Icon name="error" size={16} />
                {error}
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

/** Errors of the numbers; the first line also bears that of having none at all. */
export function useQuantityCheck() {
  const { t } = useLingui();
  return (lines: OpenLine[], values: Record<string, string>): Record<string, string> => {
    const errors: Record<string, string> = {};
    let sum = 0;
    for (const { line, name, left } of lines) {
      const qty = piecesUpTo(values[name] ?? '', left);
      const product = line.name;
      if (qty === undefined) errors[name] = t`${product}: enter a number from 0 to ${left}.`;
      sum += qty ?? 1;
    }
    const first = lines[0];
    if (first && sum === 0) errors[first.name] = t`Enter how many pieces of at least one line.`;
    return errors;
  };
}
