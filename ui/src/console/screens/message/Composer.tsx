/** Where the answer is written: a letter that can be undone for ten seconds, or what is said in the chat at once. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { ApiError } from '../../api/client';
import { ask } from '../../api/deeds';
import { useSelf } from '../../api/queries';
import { refetchThread, useTexts, useThreadCall } from '../../api/threads';
import type { ThreadDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { useDraft } from '../../parts/draft';
import { Notice } from '../../parts/Feedback';
import { Form, useForm } from '../../parts/Form';
import { LANGUAGE_NAMES } from '../../parts/language';
import { type Action, Menu } from '../../parts/Menu';
import { TextAreaField } from '../../parts/MoreFields';
import { filled } from '../../parts/placeholders';
import styles from './MessageScreen.module.css';

export function Composer({ detail }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const { thread, version, can, entries } = detail;
  const sent = entries.filter(({ kind }) => kind === 'reply' || kind === 'said').map(({ text }) => text);
  const [text, setText] = useDraft(useSelf().id, thread.reference, sent.slice(-1));
  const say = useThreadCall('message/say');
  // The version that the person has seen; of a letter it changes only once they have looked at what is new.
  const [seen, setSeen] = useState(version);
  const isOutdated = can.reply && seen !== version;
  const form = useForm({
    id: 'answer',
    initial: { text: '' },
    check: () => ({ text: text.trim() ? undefined : t`Write the answer first.` }),
    send: async () => {
      const { reference } = thread;
      if (can.say) {
        await say.mutateAsync({ reference, text: text.trim() });
        setText('');
        return;
      }
      try {
        await ask('message/reply', { reference, version: seen, text: text.trim() });
      } catch (error) {
        if (error instanceof ApiError && error.id === 'thread.changed_meanwhile') refetchThread(reference);
        throw error;
      }
    },
  });
  const language = LANGUAGE_NAMES[thread.lang];
  if (!can.reply && !can.say) {
    return (
      <p className={styles.quiet}>
        {thread.kind === 'chat' ? (
          <Trans>This chat has ended.</Trans>
        ) : (
          <Trans>The address was erased: no letter can be sent any more.</Trans>
        )}
      </p>
    );
  }
  const send = (event: KeyboardEvent<HTMLDivElement>) => {
    // As in every chat; Shift begins a new line.
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing;
    if (isEnter && ((can.say && !event.shiftKey) || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      (event.target as HTMLElement).closest('form')?.requestSubmit();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the field inside
    <div className={styles.composer} onKeyDown={send}>
      <Form form={form} label={t`Answer`}>
        {isOutdated && (
          <Notice
            tone="warning"
            isLive
            title={t`Something has happened here while you write.`}
            actions={<Button small onPress={() => setSeen(version)}>{t`I have seen it`}</Button>}
          >
            <Trans>What is new stands above. Your text stays as it is.</Trans>
          </Notice>
        )}
        <TextAreaField
          {...form.field('text')}
          value={text}
          onChange={(typed) => {
            setText(typed);
            form.set('text', typed);
          }}
          label={can.say ? t`Answer in the chat (${language})` : t`Answer by letter (${language})`}
          hint={can.say ? undefined : t`Greeting and closing are added in the customer’s language.`}
          isPlain
          rows={can.say ? 2 : 7}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" isPending={form.isBusy} isDisabled={isOutdated}>
            {form.isBusy ? t`Sending…` : can.say ? t`Say it` : t`Send the letter`}
          </Button>
          <Canned
            detail={detail}
            onChoose={(words) => setText(text.trim() ? `${text.trimEnd()}\n\n${words}` : words)}
          />
        </div>
      </Form>
    </div>
  );
}

/** Texts that are used again, in the customer's language, with what is known of the thread filled in. */
function Canned({ detail: { thread, values }, onChoose }: { detail: ThreadDetail; onChoose: (text: string) => void }) {
  const { t } = useLingui();
  const { data } = useTexts();
  const language = LANGUAGE_NAMES[thread.lang];
  const actions: Action[] = (data?.items ?? []).flatMap(({ id, title, texts }) => {
    const text = texts[thread.lang];
    return text ? [{ id: String(id), label: title, onAction: () => onChoose(filled(text, values)) }] : [];
  });
  if (!data) return null;
  if (actions.length === 0) {
    return <span className={styles.quiet}>{t`There is no canned text in ${language} yet.`}</span>;
  }
  return <Menu label={t`Canned texts`} trigger={<Button icon="note">{t`Canned texts`}</Button>} actions={actions} />;
}
