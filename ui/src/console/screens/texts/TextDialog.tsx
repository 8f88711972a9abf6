/** One canned text in all languages, side by side with what somebody else has made of it meanwhile. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '../../api/queries';
import { useTextCall } from '../../api/threads';
import type { CannedText, Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { LANGUAGE_NAMES } from '../../parts/language';
import { TextAreaField } from '../../parts/MoreFields';
import styles from './TextDialog.module.css';

interface Props {
  /** Undefined: a new one. */
  text: CannedText | undefined;
  /** The same as it is now; undefined once it is deleted. */
  now: CannedText | undefined;
  placeholders: string[];
  onClose: () => void;
}

export function TextDialog({ text, now, placeholders, onClose }: Props) {
  const { t } = useLingui();
  const { languages } = useSession();
  const save = useTextCall('message/save_text');
  const [seen, setSeen] = useState(text);
  const isOutdated = seen !== undefined && now !== undefined && now.version !== seen.version && !save.isPending;
  const title = seen?.title ?? '';
  const form = useForm({
    id: 'text',
    keep: useKeep(`text-${seen?.id ?? 'new'}`, String(seen?.version ?? '')),
    initial: { title, ...Object.fromEntries(languages.map((lang) => [lang, text?.texts[lang] ?? ''])) } as Record<
      string,
      string
    >,
    check: (values) => ({ title: values.title?.trim() ? undefined : t`Enter a title.` }),
    send: async ({ title: typed = '', ...texts }) => {
      await save.mutateAsync({
        id: seen?.id ?? null,
        version: seen?.version ?? 0,
        title: typed,
        texts: texts as Record<Lang, string>,
      });
      onClose();
    },
  });
  const differing = languages.filter((lang) => (now?.texts[lang] ?? '') !== (seen?.texts[lang] ?? ''));
  const known = placeholders.map((name) => `{${name}}`).join(' ');
  return (
    <Dialog title={text ? t`Change ‘${title}’` : t`Write a text`} isOpen onClose={onClose} holdsInput>
      <Form form={form}>
        {isOutdated && (
          <Notice
            tone="warning"
            isLive
            title={t`Somebody has changed this text meanwhile.`}
            actions={<Button small onPress={() => setSeen(now)}>{t`I have seen it`}</Button>}
          >
            {differing.map((lang) => (
              <p key={lang} lang={lang} className={styles.theirs}>
                {LANGUAGE_NAMES[lang]}: {now?.texts[lang] ?? '–'}
              </p>
            ))}
          </Notice>
        )}
        <Field {...field(form, 'title')} label={t`Title`} maxLength={80} />
        <p className={styles.hint}>
          <Trans>Filled in where the text is used:</Trans> <span translate="no">{known}</span>
        </p>
        {languages.map((lang) => (
          <TextAreaField key={lang} {...field(form, lang)} label={LANGUAGE_NAMES[lang]} optional rows={4} />
        ))}
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={isOutdated}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Close`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** What a field takes; each language has one. */
const field = (form: ReturnType<typeof useForm<Record<string, string>>>, name: string) => {
  const { value = '', ...rest } = form.field(name);
  return { ...rest, value };
};
