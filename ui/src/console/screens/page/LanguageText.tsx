/** A page in one language: title, description, Markdown with its preview. What is typed becomes a draft by itself. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { refetchPage, usePageCall, usePreview } from '../../api/pages';
import type { Lang, PageDetail, PageLanguage, SeenDraft } from '../../api/types';
import { Button } from '../../parts/Button';
import { DiscardDraft } from '../../parts/DiscardDraft';
import { DraftNotices, useSavingWords } from '../../parts/DraftNotices';
import { Badge, Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { TextAreaField } from '../../parts/MoreFields';
import { usePageSettingName } from '../../parts/pageWords';
import { useSavedDraft } from '../../parts/savedDraft';
import { useSettled } from '../../parts/settled';
import { useFormat, useMessageText } from '../../parts/text';
import { createEditor, type Editor } from './editor';
import styles from './PageScreen.module.css';
import { readText, seenOf, type Text, textOf } from './text';

interface Props {
  pageKey: string;
  language: PageLanguage;
}

export function LanguageText({ pageKey, language }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { lang, draft, published } = language;
  const stored = textOf(language);
  const { mutateAsync } = usePageCall('page/save');
  const storedIn = ({ texts }: PageDetail) => {
    const now = texts.find((one) => one.lang === lang) ?? language;
    return { stored: textOf(now), now: seenOf(now) };
  };
  const saved = useSavedDraft<Text>({
    place: `page.${pageKey}.${lang}`,
    stored,
    now: seenOf(language),
    read: readText,
    save: async (seen, typed) => storedIn(await mutateAsync({ key: pageKey, lang, ...seen, text: typed })),
    isClash: ({ id }) => id === 'help_page.changed_meanwhile',
    refetch: async () => storedIn(await refetchPage(pageKey)),
  });
  const discard = usePageCall('page/discard');
  const [discarded, setDiscarded] = useState<SeenDraft>();
  const savingWords = useSavingWords();
  const { value: text, problem } = saved;
  const type = (change: Partial<Text>) => saved.change({ ...text, ...change });
  const name = LANGUAGE_NAMES[lang];
  return (
    <section className={styles.language} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {draft ? (
          <Badge tone="neutral">{draft.publish_at ? t`Planned` : t`Draft`}</Badge>
        ) : published ? (
          <Badge tone="success">{t`Published`}</Badge>
        ) : (
          <Badge tone="warning">{t`Missing`}</Badge>
        )}
        <span className={styles.quiet} role="status">
          {savingWords(saved) || (draft?.publish_at ? format.time(Date.parse(draft.publish_at)) : '')}
        </span>
      </header>
      <DraftNotices
        draft={saved}
        stored={stored}
        changed={t`Somebody has changed this page`}
        theirs={(of, isMine) => <OtherText text={of} label={isMine ? t`What you typed` : t`Their text`} />}
        failure={draft?.failure}
        problem={problem && say(Object.values(problem.fields)[0] ?? problem)}
      />
      <Field
        id={`page-title-${lang}`}
        label={t`Title`}
        value={text.title}
        onChange={(title) => type({ title })}
        maxLength={120}
      />
      <TextAreaField
        id={`page-description-${lang}`}
        label={t`For search engines`}
        value={text.description}
        onChange={(description) => type({ description })}
        rows={2}
      />
      <div>
        <span className={styles.label}>{t`Text in Markdown`}</span>
        <Markdown
          label={t`Text in Markdown, ${name}`}
          text={text.markdown}
          onChange={(markdown) => type({ markdown })}
        />
      </div>
      <Preview pageKey={pageKey} lang={lang} text={text} />
      {draft && !saved.isDirty && (
        <div>
          <Button small onPress={() => setDiscarded({ lang, version: draft.version })}>
            {t`Discard the draft…`}
          </Button>
        </div>
      )}
      {discarded && (
        <DiscardDraft
          title={t`Discard the draft in ${{ language: name }}?`}
          isPending={discard.isPending}
          error={discard.error}
          onDiscard={(onSuccess) => discard.mutate({ key: pageKey, ...discarded }, { onSuccess })}
          onClose={() => setDiscarded(undefined)}
        />
      )}
    </section>
  );
}

/** A text that somebody else has written, or that was set aside for it. */
function OtherText({ text: { title, description, markdown }, label }: { text: Text; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.theirs} aria-label={label} tabIndex={0}>
      {[title, description, markdown].filter(Boolean).join('\n\n')}
    </section>
  );
}

function Markdown({ label, text, onChange }: { label: string; text: string; onChange: (text: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef({ text, onChange });
  latest.current = { text, onChange };
  useEffect(() => {
    if (!host.current) return;
    const made = createEditor(host.current, {
      label,
      text: latest.current.text,
      onChange: (typed) => latest.current.onChange(typed),
    });
    editor.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => editor.current?.set(text), [text]);
  return <div ref={host} className={styles.editor} />;
}

function Preview({ pageKey, lang, text }: { pageKey: string; lang: Lang; text: Text }) {
  const { t } = useLingui();
  const say = useMessageText();
  const setting = usePageSettingName();
  const shown = useSettled(text);
  const { data } = usePreview(pageKey, lang, shown);
  if (!data) return null;
  const name = LANGUAGE_NAMES[lang];
  return (
    <>
      {data.problems.length > 0 && (
        <ul className={styles.problems} aria-label={t`Problems of the text`}>
          {data.problems.map(({ line, message }) => (
            <li key={`${line} ${message.id} ${JSON.stringify(message.params)}`}>{say(message)}</li>
          ))}
        </ul>
      )}
      {data.contradictions.map(({ setting: of, word }) => {
        const what = setting(of);
        return (
          <Notice key={of} tone="warning" title={t`The text says “${word}”, but this is off: ${what}`}>
            <Trans>Take it out, or put the words between conditions so that they follow the setting.</Trans>
          </Notice>
        );
      })}
      {/* The server keeps only what pages may show, and no script may run. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className={styles.preview} aria-label={t`Preview, ${name}`} tabIndex={0}>
        <div lang={LOCALES[lang]} dangerouslySetInnerHTML={{ __html: data.html }} />
      </section>
    </>
  );
}
