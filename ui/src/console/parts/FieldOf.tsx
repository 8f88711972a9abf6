/** A field of a product or category, as its parts show it: what is typed, what the shop has, and why it cannot be saved. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { Message } from '../api/types';
import { Button } from './Button';
import { Field, SelectField } from './Field';
import styles from './FieldOf.module.css';
import { TextAreaField } from './MoreFields';
import { useMessageText } from './text';

export interface FieldsOf {
  /** What ids of controls begin with. */
  id: string;
  /** A field in the reader's words. */
  name: (field: string) => string;
  /** As the shop has it. */
  now: (field: string) => string;
  /** As it is typed. */
  text: (field: string) => string;
  /** As the shop had it when it was changed here. */
  was: (field: string) => string | undefined;
  isChanged: (field: string) => boolean;
  problem: (field: string) => Message | undefined;
  set: (field: string, text: string) => void;
  /** Of a field that a colleague has changed: forgets what is typed, or keeps it over theirs. */
  takeTheirs: (field: string) => void;
  keepMine: (field: string, now: string) => void;
}

interface Props {
  fields: FieldsOf;
  field: string;
  label?: string;
  hint?: ReactNode;
  rows?: number;
  inputMode?: 'numeric' | 'decimal';
  short?: boolean;
  list?: string;
}

export function FieldOf({ fields, field, label, hint, rows, inputMode, short, list }: Props) {
  const say = useMessageText();
  const problem = fields.problem(field);
  const common = {
    id: `${fields.id}-${field.replace('.', '-')}`,
    label: label ?? fields.name(field),
    value: fields.text(field),
    onChange: (text: string) => fields.set(field, text),
    error: problem && say(problem),
    hint,
    isFilter: true,
  };
  return (
    <div className={styles.field} data-changed={fields.isChanged(field) ? '' : undefined}>
      {rows ? (
        <TextAreaField {...common} rows={rows} isPlain />
      ) : (
        <Field {...common} {...(inputMode && { inputMode })} {...(short && { short })} {...(list && { list })} />
      )}
      <Clash fields={fields} field={field} />
    </div>
  );
}

export function SelectOf({
  fields,
  field,
  label,
  options,
  hint,
}: Props & { options: { value: string; label: string }[] }) {
  const say = useMessageText();
  const problem = fields.problem(field);
  const value = fields.text(field);
  // What a sheet has left and no list knows stays as it is.
  const all = options.some((option) => option.value === value) ? options : [{ value, label: value }, ...options];
  return (
    <div className={styles.field} data-changed={fields.isChanged(field) ? '' : undefined}>
      <SelectField
        id={`${fields.id}-${field}`}
        label={label ?? fields.name(field)}
        value={value}
        onChange={(text) => fields.set(field, text)}
        options={all}
        hint={hint}
        error={problem && say(problem)}
      />
      <Clash fields={fields} field={field} />
    </div>
  );
}

/** What a colleague has saved of a field that is changed here: both are shown, and one of them chosen. */
export function Clash({ fields, field }: { fields: FieldsOf; field: string }) {
  const { t } = useLingui();
  const id = useId();
  const was = fields.was(field);
  const now = fields.now(field);
  if (was === undefined || was === now) return null;
  return (
    <section className={styles.clash} aria-labelledby={id}>
      <p id={id}>{t`Somebody has saved this meanwhile:`}</p>
      <p className={styles.theirs}>{now || '–'}</p>
      <div className={styles.buttons}>
        <Button small onPress={() => fields.takeTheirs(field)}>{t`Take theirs`}</Button>
        <Button small variant="quiet" onPress={() => fields.keepMine(field, now)}>{t`Keep mine`}</Button>
      </div>
    </section>
  );
}
