/** What is to be added, with its quantities, prices, and what speaks against a line. */

import { useLingui } from '@lingui/react/macro';
import type { FoundItem, OrderAdditionPlan } from '../../api/types';
import { IconButton } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useFormat, useMessageText } from '../../parts/text';
import styles from './Add.module.css';
import { type Goods, qtyName } from './goods';

interface Props {
  goods: FoundItem[];
  plan: OrderAdditionPlan | undefined;
  currency: string;
  values: Goods;
  errors: Record<string, string | undefined>;
  onChange: (name: string, value: string) => void;
  onRemove: (sku: string) => void;
}

export function ChosenGoods({ goods, plan, currency, values, errors, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const say = useMessageText();
  if (goods.length === 0) return null;
  return (
    <fieldset className={styles.chosen}>
      <legend>{t`Goods to add`}</legend>
      {goods.map(({ sku, name, options }) => {
        const field = qtyName(sku);
        const id = `add-${field}`;
        const line = plan?.lines.find((one) => one.sku === sku);
        const problem = errors[field] ?? (line?.fault ? say(line.fault) : undefined);
        return (
          <div key={sku} className={styles.pick}>
            <label htmlFor={id}>
              <span className={styles.name}>{name}</span>
              <span className={styles.quiet}>{[options, sku].filter(Boolean).join(' · ')}</span>
            </label>
            <input
              id={id}
              name={id}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={values[field] ?? ''}
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? `${id}-error` : undefined}
              onChange={(event) => onChange(field, event.target.value)}
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
