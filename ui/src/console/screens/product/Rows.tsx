/** A list of a product: rows of cells that can be added, removed and moved up and down. */

import { useLingui } from '@lingui/react/macro';
import type { ProductWord } from '../../api/types';
import { Button, IconButton } from '../../parts/Button';
import { Field, SelectField } from '../../parts/Field';
import { Clash, type FieldsOf } from '../../parts/FieldOf';
import { useProductNames } from '../../parts/productNames';
import { useMessageText } from '../../parts/text';
import { linesOf, moved, textOf } from './lines';
import styles from './ProductScreen.module.css';

interface Props {
  fields: FieldsOf;
  field: string;
  hint: string;
  add: string;
  /** Without options: typed. */
  columns: { label: string; options?: readonly ProductWord[] }[];
}

export function Rows({ fields, field, hint, add, columns }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const names = useProductNames();
  const rows = linesOf(fields.text(field));
  const problem = fields.problem(field);
  const set = (to: string[][]) => fields.set(field, textOf(to));
  const legend = names.field(field);
  return (
    <fieldset className={styles.rows} data-changed={fields.isChanged(field) ? '' : undefined}>
      <legend>{legend}</legend>
      <p className={styles.hint}>{hint}</p>
      {problem && (
        <p className={styles.problem} role="alert">
          {say(problem)}
        </p>
      )}
      {rows.map((row, at) => (
        <div key={at} className={styles.row}>
          {columns.map(({ label, options }, column) => {
            const id = `product-${field}-${at}-${column}`;
            const value = row[column] ?? '';
            const change = (text: string) =>
              set(
                rows.map((one, place) =>
                  place === at ? columns.map((_, c) => (c === column ? text : (one[c] ?? ''))) : one,
                ),
              );
            return options ? (
              <SelectField
                key={label}
                id={id}
                label={label}
                value={value}
                onChange={change}
                options={[
                  ...(options.some(({ code }) => code === value) ? [] : [{ value, label: value || t`Choose` }]),
                  ...options.map(({ code, name }) => ({ value: code, label: name })),
                ]}
              />
            ) : (
              <Field
                key={label}
                id={id}
                label={label}
                value={value}
                onChange={(text) => change(text.trim())}
                isFilter
              />
            );
          })}
          <span className={styles.tools}>
            <IconButton
              icon="up"
              aria-label={t`Move row ${at + 1} up`}
              isDisabled={at === 0}
              onPress={() => set(moved(rows, at, at - 1))}
            />
            <IconButton
              icon="down"
              aria-label={t`Move row ${at + 1} down`}
              isDisabled={at === rows.length - 1}
              onPress={() => set(moved(rows, at, at + 1))}
            />
            <IconButton
              icon="close"
              aria-label={t`Remove row ${at + 1}`}
              onPress={() => set(rows.filter((_, place) => place !== at))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          small
          icon="plus"
          onPress={() => set([...rows, columns.map(({ options }) => options?.[0]?.code ?? '')])}
        >
          {add}
        </Button>
      </div>
      <Clash fields={fields} field={field} />
    </fieldset>
  );
}
