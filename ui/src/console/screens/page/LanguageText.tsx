/** A page in one language: title, description, Markdown with its preview. What is typed becomes a draft by itself. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { refetchPage, usePageCall, usePreview } from '../../api/pages';
import { useSelf } from '../../api/queries';
import type { Lang, PageLanguage, SeenDraft } from '../../api/types';
import { Button } from '../../parts/Button';
import { keepDraft, readDraft } from '../../parts/draft';
import { Badge, Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { LANGUAGE_NAMES, LOCALES } from '../../parts/language';
import { TextAreaField } from '../../parts/MoreFields';
import { usePageSettingName } from '../../parts/pageWords';
import { useFormat, useMessageText } from '../../parts/text';
import { DiscardDialog } from './DiscardDialog';
import { createEditor, type Editor } from './editor';
import styles from './PageScreen.module.css';
import { isSame, isSeen, parseKept, parseText, type Seen, seenOf, type Text, textOf } from './text';

/** Milliseconds without typing after which a draft is saved. */
const PAUSE = 800;

interface Props {
  pageKey: string;
  language: PageLanguage;
}

export function LanguageText({ pageKey, language }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const format = useFormat();
  const { id: person } = useSelf();
  const { lang, draft, published } = language;
  const place = `page.${pageKey}.${lang}`;
  const save = usePageCall('page/save');
  const [kept] = useState(() => parseKept(readDraft(person, place)));
  const [text, setText] = useState<Text>(kept?.text ?? textOf(language));
  const [seen, setSeen] = useState<Seen>(kept ?? seenOf(language));
  const [replaced, setReplaced] = useState(() => parseText(readDraft(person, `${place}.replaced`)));
  const keepReplaced = (theirs: Text | undefined) => {
    setReplaced(theirs);
    keepDraft(person, `${place}.replaced`, theirs ? JSON.stringify(theirs) : '');
  };
  const [discarded, setDiscarded] = useState<SeenDraft>();
  const [failure, setFailure] = useState<string>();
  const stored = textOf(language);
  const isDirty = !isSame(text, stored);
  const isClash = isDirty && !save.isPending && !isSeen(seen, seenOf(language));

  // What somebody else has saved is shown where nothing of one's own would be lost.
  useEffect(() => {
    if (isDirty || save.isPending) return;
    setSeen(seenOf(language));
    keepDraft(person, place, '');
  }, [isDirty, save.isPending, language, person, place]);
  const before = useRef(stored);
  useEffect(() => {
    const was = before.current;
    before.current = stored;
    if (isSame(text, was) && !isSame(was, stored)) setText(stored);
  });

  const { mutate, isPending } = save;
  useEffect(() => {
    if (!isDirty || isClash || isPending || failure) return;
    const timer = setTimeout(
      () =>
        mutate(
          { key: pageKey, lang, ...seen, text },
          {
            onSuccess: ({ texts }) => {
              const now = texts.find((one) => one.lang === lang);
              if (now) setSeen(seenOf(now));
            },
            onError: (error) => {
              if (error.id === 'help_page.changed_meanwhile') void refetchPage(pageKey);
              else setFailure(say(Object.values(error.fields)[0] ?? error));
            },
          },
        ),
      PAUSE,
    );
    return () => clearTimeout(timer);
  }, [isDirty, isClash, isPending, failure, mutate, pageKey, lang, seen, text, say]);

  const type = (change: Partial<Text>) => {
    const next = { ...text, ...change };
    setText(next);
    setFailure(undefined);
    keepDraft(person, place, JSON.stringify({ ...seen, text: next }));
  };
  const name = LANGUAGE_NAMES[lang];
  const state = isPending || (isDirty && !isClash && !failure) ? t`Saving…` : isDirty ? t`Not saved` : undefined;
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
          {state ?? (draft?.publish_at ? format.time(Date.parse(draft.publish_at)) : '')}
        </span>
      </header>
      {isClash && (
        <Notice
          tone="warning"
          isLive
          title={t`Somebody has changed this page`}
          actions={
            <>
              <Button
                small
                onPress={() => {
                  setText(stored);
                  setSeen(seenOf(language));
                }}
              >
                {t`Show theirs`}
              </Button>
              <Button
                small
                onPress={() => {
                  setSeen(seenOf(language));
                  keepReplaced(stored);
                }}
              >
                {t`Keep mine`}
              </Button>
            </>
          }
        >
          <Trans>What you have typed is still here. Saved, it replaces theirs, which you can still read here.</Trans>
          <Theirs text={stored} />
        </Notice>
      )}
      {replaced && (
        <Notice
          title={t`What yours has replaced`}
          actions={
            <>
              <Button small onPress={() => type(replaced)}>{t`Show theirs`}</Button>
              <Button small onPress={() => keepReplaced(undefined)}>{t`No longer needed`}</Button>
            </>
          }
        >
          <Theirs text={replaced} />
        </Notice>
      )}
      {draft?.failure && (
        <Notice tone="error" title={t`It was not published at its time`}>
          {say(draft.failure)}
        </Notice>
      )}
      {failure && (
        <Notice tone="error" isLive title={t`This is not saved`}>
          {failure}
        </Notice>
      )}
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
      {draft && !isDirty && (
        <div>
          <Button small onPress={() => setDiscarded({ lang, version: draft.version })}>
            {t`Discard the draft…`}
          </Button>
        </div>
      )}
      {discarded && <DiscardDialog pageKey={pageKey} draft={discarded} onClose={() => setDiscarded(undefined)} />}
    </section>
  );
}

/** A text that somebody else has written. */
function Theirs({ text: { title, description, markdown } }: { text: Text }) {
  const { t } = useLingui();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.theirs} aria-label={t`Their text`} tabIndex={0}>
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
  const [shown, setShown] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setShown(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
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
