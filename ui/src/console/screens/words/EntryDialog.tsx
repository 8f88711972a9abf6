/** An entry of the lexicon is written, or taken away where no product uses it. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useLexiconCall } from '../../api/lexicon';
import type { Lexicon, LexiconEntry, LexiconPart } from '../../api/types';
import { Button } from '../../parts/Button';
import { Chips } from '../../parts/Chips';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { Dialog } from '../../parts/Dialog';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { TextAreaField } from '../../parts/MoreFields';
import { toast } from '../../parts/toasts';
import { changedFields, codesOf, toggled } from './fields';
import { useLexiconNames } from './names';
import styles from './WordsScreen.module.css';

interface Props {
  part: LexiconPart;
  list: Lexicon;
  /** Absent: a new one. */
  entry: LexiconEntry | undefined;
  onClose: () => void;
}

type Values = Record<string, string>;
type EntryForm = ReturnType<typeof useForm<Values>>;

const RESPONSIBLE = ['responsible_name', 'responsible_address', 'responsible_email'] as const;
const FIELDS: Readonly<Record<LexiconPart, readonly string[]>> = {
  makers: ['name', 'address', 'email', 'country', ...RESPONSIBLE],
  options: ['display'],
  values: ['color'],
  ship_groups: ['countries'],
  words: [],
  synonyms: ['words'],
};
const hasWords = (part: LexiconPart) => part === 'options' || part === 'values' || part === 'words';

export function EntryDialog({ part, list, entry, onClose }: Props) {
  const { t } = useLingui();
  const names = useLexiconNames();
  const save = useLexiconCall('lexicon/save');
  // As it was when the dialog was opened: a colleague’s change is not overwritten unseen.
  const [seen] = useState(entry);
  const [{ of, languages, places }] = useState(list);
  const [isRemoving, setRemoving] = useState(false);
  const fields = [...FIELDS[part], ...(hasWords(part) ? languages.map((lang) => `text.${lang}`) : [])];
  const first: Values = { code: '', ...(part === 'options' && { display: 'button' }) };
  const form = useForm<Values>({
    id: 'entry',
    keep: useKeep(`lexicon-${part}-${of}-${seen?.code ?? 'new'}`, seen?.version),
    initial: Object.fromEntries(
      ['code', ...fields].map((name) => [
        name,
        (name === 'code' ? undefined : seen?.fields[name]) ?? first[name] ?? '',
      ]),
    ),
    send: async (values) => {
      const args = { part, of, code: seen?.code ?? values.code?.trim() ?? '', version: seen?.version ?? '' };
      await save.mutateAsync({ ...args, fields: changedFields(values, seen?.fields) });
      toast(t`Saved, and in the shop.`);
      onClose();
    },
  });
  const isOwn = places.find((place) => place.code === of)?.is_own ?? false;
  if (seen && isRemoving)
    return <RemoveDialog part={part} of={of} entry={seen} onBack={() => setRemoving(false)} onClose={onClose} />;
  return (
    <Dialog title={seen ? seen.name : names.title(part)} isOpen onClose={onClose} wide holdsInput>
      <Form form={form}>
        {!seen && part !== 'synonyms' && (
          <Field
            {...field(form, 'code')}
            label={t`Code`}
            hint={
              part === 'ship_groups'
                ? t`Letters, digits, hyphens and underscores. It stays as it is.`
                : t`Letters, digits, hyphens and underscores. It stays as it is; empty: it is made of the name.`
            }
            maxLength={80}
            optional={part !== 'ship_groups'}
          />
        )}
        {part === 'makers' && <MakerFields form={form} list={list} />}
        {part === 'options' && (
          <SelectField
            {...field(form, 'display')}
            label={t`How shoppers choose`}
            options={[
              { value: 'button', label: t`Buttons` },
              { value: 'swatch', label: t`Dots of colour` },
              { value: 'select', label: t`A list to open` },
            ]}
          />
        )}
        {part === 'ship_groups' && <Countries form={form} list={list} />}
        {part === 'synonyms' && (
          <TextAreaField
            {...field(form, 'words')}
            label={t`Words of one meaning`}
            hint={t`One a line. Whoever looks for one finds what the others find, too.`}
            rows={6}
          />
        )}
        {hasWords(part) && (
          <fieldset className={styles.group}>
            <legend>{t`What it is called`}</legend>
            <div className={styles.side}>
              {languages.map((lang) => (
                <div key={lang} lang={LOCALES[lang]}>
                  <Field {...field(form, `text.${lang}`)} label={LANGUAGE_NAMES[lang]} maxLength={2000} />
                </div>
              ))}
            </div>
          </fieldset>
        )}
        {part === 'values' && (
          <Field
            {...field(form, 'color')}
            label={t`Colour of its dot`}
            hint={t`Such as #e6ddd0. Filters show it, too.`}
            maxLength={7}
            short
            optional
          />
        )}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
      {seen && !isOwn && (
        <div className={styles.removing}>
          {seen.uses > 0 ? (
            <p>
              {plural(seen.uses, { one: '# product uses it, so it stays.', other: '# products use it, so it stays.' })}
            </p>
          ) : (
            <Button small onPress={() => setRemoving(true)}>{t`Remove…`}</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function MakerFields({ form, list }: { form: EntryForm; list: Lexicon }) {
  const { t } = useLingui();
  const names = useLexiconNames();
  return (
    <>
      <Field {...field(form, 'name')} label={names.field('name')} maxLength={2000} />
      <Field
        {...field(form, 'address')}
        label={names.field('address')}
        hint={t`Product pages show it: the law asks for it.`}
        maxLength={2000}
      />
      <Pair>
        <Field {...field(form, 'email')} label={names.field('email')} type="email" maxLength={2000} />
        <SelectField
          {...field(form, 'country')}
          label={names.field('country')}
          options={[
            { value: '', label: t`Not given` },
            ...list.countries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Pair>
      <fieldset className={styles.group}>
        <legend>{t`Responsible person in the Union`}</legend>
        <p className={styles.hint}>{t`Needed where the maker is outside the Union.`}</p>
        {RESPONSIBLE.map((name) => (
          <Field key={name} {...field(form, name)} label={names.field(name)} maxLength={2000} optional />
        ))}
      </fieldset>
    </>
  );
}

function Countries({ form, list }: { form: EntryForm; list: Lexicon }) {
  const { t } = useLingui();
  const { id, value, error, onChange } = field(form, 'countries');
  const label = t`Countries to which it is sent`;
  const all = list.countries.map((country) => country.id);
  return (
    <fieldset className={styles.group} id={id} tabIndex={-1} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      <Chips
        label={label}
        options={list.countries.map((country) => ({ value: country.id, label: country.name }))}
        chosen={codesOf(value)}
        onChange={(chosen) => onChange(toggled(value, chosen))}
      />
      <div>
        <Button small onPress={() => onChange(toggled(value, all))}>{t`Choose all`}</Button>{' '}
        <Button small onPress={() => onChange('')}>{t`Choose none`}</Button>
      </div>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RemoveProps {
  part: LexiconPart;
  of: string;
  entry: LexiconEntry;
  onBack: () => void;
  onClose: () => void;
}

function RemoveDialog({ part, of, entry: { code, name, version, values }, onBack, onClose }: RemoveProps) {
  const { t } = useLingui();
  const call = useLexiconCall('lexicon/remove');
  const carryOut = () =>
    call.mutate(
      { part, of, code, version },
      {
        onSuccess: () => {
          toast(t`${name} is removed.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      action={t`Remove`}
      call={call}
      onConfirm={carryOut}
      onClose={onClose}
      onBack={onBack}
    >
      {values > 0 ? (
        <Trans>No product uses it. Its values go with it, and so do their words in every language.</Trans>
      ) : (
        <Trans>No product uses it. It is gone from the shop at once, in every language.</Trans>
      )}
    </ConfirmDialog>
  );
}

/** What a field takes. */
const field = (form: EntryForm, name: string) => {
  const { value = '', ...rest } = form.field(name);
  return { ...rest, value };
};
