/** What was chosen, with its quantities, prices, and what speaks against a line. */

import { useLingui } from '@lingui/react/macro';
import type { FoundItem, OrderAddedLine } from '../api/types';
import { IconButton } from './Button';
import { CountInput } from './CountInput';
import styles from './Goods.module.css';
import { type Goods, qtyName } from './goods';
import { Icon } from './Icon';
import { useFormat, useMessageText } from './text';

interface Props {
  /** Of the form; ids of the controls begin with it. */
  id: string;
  label: string;
  goods: FoundItem[];
  /** What each costs, as far as it is known. */
  lines: OrderAddedLine[] | undefined;
  currency: string;
  values: Goods;
  errors: Record<string, string | undefined>;
  onChange: (name: string, value: string) => void;
  onRemove: (sku: string) => void;
}

export function ChosenGoods({ id: form, label, goods, lines, currency, values, errors, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  if (goods.length === 0) return null;
  return (
    <fieldset className={styles.chosen}>
      <legend>{label}</legend>
      {goods.map(({ sku, name, options }) => {
        const field = qtyName(sku);
        const id = `${form}-${field}`;
        const line = lines?.find((one) => one.sku === sku);
        const problem = errors[field] ?? (line?.fault ? say(line.fault) : undefined);
        return (
          <div key={sku} className={styles.pick}>
            <label htmlFor={id}>
              <span className={styles.name}>{name}</span>
              <span className={styles.quiet}>{[options, sku].filter(Boolean).join(' · ')}</span>
            </label>
            <CountInput
              id={id}
              value={values[field] ?? ''}
              isInvalid={Boolean(problem)}
              describedBy={problem ? `${id}-error` : undefined}
              onChange={(value) => onChange(field, value)}
            />
            <span className={styles.sum}>{line ? format.money(line.total, currency) : ''}</span>
            <IconButton icon="close" aria-label={t`Take out ${name}`} onPress={() => onRemove(sku)} />
            {problem && (
              <span id={`${id}-error`} className={styles.error} role="status">
                <Icon name="error" size={16} />
                <span>{problem}</span>
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
