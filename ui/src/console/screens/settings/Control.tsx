/** The control of a setting, by the kind of its value. */

import { useLingui } from '@lingui/react/macro';
import type { Setting } from '../../api/types';
import { IconButton } from '../../parts/Button';
import { Field, SelectField } from '../../parts/Field';
import { useGoodsTypes } from '../../parts/goodsTypes';
import { Icon } from '../../parts/Icon';
import { CheckField, TextAreaField } from '../../parts/MoreFields';
import { METHODS, useOrderNames } from '../../parts/orderNames';
import styles from './SettingsScreen.module.css';
import { useWeekdays } from './show';
import { useSettingWords } from './words';

interface Props {
  setting: Setting;
  text: string;
  onChange: (text: string) => void;
  error: string | undefined;
  /** For what has a value for each type of goods. */
  productTypes: string[];
}

export function Control({ setting: { key, kind }, text, onChange, error, productTypes }: Props) {
  const words = useSettingWords();
  const weekdays = useWeekdays();
  const { label, hint } = words(key);
  const shared = { id: `setting-${key}`, label, value: text, onChange, error, hint };
  switch (kind.of) {
    case 'switch':
      return (
        <div>
          <CheckField id={shared.id} checked={text === 'true'} onChange={(checked) => onChange(String(checked))}>
            {label}
          </CheckField>
          {hint && <p className={styles.note}>{hint}</p>}
          <Problem error={error} />
        </div>
      );
    case 'weekday':
      return <SelectField {...shared} options={weekdays.map((name, at) => ({ value: String(at + 1), label: name }))} />;
    case 'lines':
    case 'sites':
      return <TextAreaField {...shared} isPlain rows={Math.max(3, text.split('\n').length)} />;
    case 'methods':
      return <Methods {...shared} />;
    case 'collection':
      return <Costs {...shared} types={productTypes} />;
    case 'number':
      return <Field {...shared} isFilter short inputMode="numeric" autoComplete="off" />;
    case 'amount':
      return <Field {...shared} isFilter short inputMode="decimal" autoComplete="off" />;
    default:
      return <Field {...shared} isFilter autoComplete="off" />;
  }
}

function Problem({ error }: { error: string | undefined }) {
  if (!error) return null;
  return (
    <p className={styles.error}>
      <Icon name="error" size={16} />
      <span>{error}</span>
    </p>
  );
}

type PartsProps = Pick<Props, 'onChange' | 'error'> & {
  id: string;
  label: string;
  hint: string | undefined;
  value: string;
};

/** What is offered, in its order, and what is not. */
function Methods({ id, label, hint, value, onChange, error }: PartsProps) {
  const { t } = useLingui();
  const names = useOrderNames();
  const chosen = JSON.parse(value) as string[];
  const rest = METHODS.filter((method) => method !== 'offline' && !chosen.includes(method));
  const put = (methods: string[]) => onChange(JSON.stringify(methods));
  const move = (at: number, by: -1 | 1) => {
    const next = [...chosen];
    const [moved] = next.splice(at, 1);
    if (moved) next.splice(at + by, 0, moved);
    put(next);
  };
  return (
    <fieldset id={id} tabIndex={-1}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className={styles.note}>{hint}</p>}
      <ul className={styles.methods}>
        {[...chosen, ...rest].map((method, at) => {
          const isOn = at < chosen.length;
          const name = names.method(method);
          return (
            <li key={method}>
              <CheckField
                id={`${id}-${method}`}
                checked={isOn}
                onChange={(on) => put(on ? [...chosen, method] : chosen.filter((one) => one !== method))}
              >
                {name}
              </CheckField>
              {isOn && (
                <span className={styles.moves}>
                  <IconButton
                    icon="up"
                    aria-label={t`Move ${name} up`}
                    isDisabled={at === 0}
                    onPress={() => move(at, -1)}
                  />
                  <IconButton
                    icon="down"
                    aria-label={t`Move ${name} down`}
                    isDisabled={at === chosen.length - 1}
                    onPress={() => move(at, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Problem error={error} />
    </fieldset>
  );
}

/** An amount for each type of goods. */
function Costs({ id, label, hint, value, onChange, error, types }: PartsProps & { types: string[] }) {
  const costs = JSON.parse(value) as Record<string, string>;
  const goods = useGoodsTypes();
  const all = goods.sorted([...new Set([...types, ...Object.keys(costs)])]);
  return (
    <fieldset id={id} tabIndex={-1}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <p className={styles.note}>{hint}</p>}
      <div className={styles.costs}>
        {all.map((type) => (
          <Field
            key={type}
            id={`${id}-${type}`}
            label={goods.name(type)}
            value={costs[type] ?? ''}
            onChange={(cost) => onChange(JSON.stringify({ ...costs, [type]: cost }))}
            isFilter
            short
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
      <Problem error={error} />
    </fieldset>
  );
}
