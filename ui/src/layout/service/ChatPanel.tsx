/** Chat panel: opening hours, message log, message form. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Talk, TalkMessage } from '../../api/types';
import { serviceUrls } from '../../domain/serviceUrls';
import { openingTime, spokenTime } from '../../domain/timestamp';
import { LOCALES } from '../../domain/urls';
import { Button } from '../../parts/Button';
import { Drawer } from '../../parts/Dialog';
import { Notice, Skeleton } from '../../parts/Feedback';
import { Link } from '../../parts/Link';
import { ScriptedForm } from '../../parts/ScriptedForm';
import { Field } from '../../parts/TextField';
import { chatStore, closeChat, sendMessage, startSession } from '../../state/chat';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useSite } from '../../state/site';
import { useStore } from '../../state/store';
import styles from './ChatPanel.module.css';

/** Times in the shop's zone. Never rendered on the server, so `Intl` is available. */
function useChatTimeFormat() {
  const { lang, time_zone } = useSite();
  const zone = new Intl.DateTimeFormat(LOCALES[lang], { timeZone: time_zone.name, timeZoneName: 'longGeneric' });
  const format = (options: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(LOCALES[lang], { timeZone: time_zone.name, ...options });
    // Keeps a number with its month.
    return (moment: string) => written.format(new Date(moment)).replace(/(\d\.?) /g, '$1\u00a0');
  };
  return {
    time: format({ hour: '2-digit', minute: '2-digit' }),
    day: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** What the shop's time is called, whatever the season. */
    zone: zone.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? time_zone.name,
  };
}

/** Whether somebody answers, now or at a known time; a conversation that has begun goes on. */
const isOffered = ({ open, opens_at }: Talk, messages: TalkMessage[]) =>
  open || opens_at !== null || messages.length > 0;

export function ChatPanel() {
  const { t } = useLingui();
  const { open, session, messages, busy, error } = useStore(chatStore);
  const say = useMessageText();
  const notify = useNotify();
  useEffect(() => {
    if (error) notify.failure(error);
  }, [error, notify]);
  return (
    <Drawer
      open={open}
      onClose={closeChat}
      title={t`Chat`}
      id="chat"
      footer={session && isOffered(session, messages) ? <MessageForm talk={session} busy={busy} /> : undefined}
    >
      <div className={styles.panel}>
        <OpeningHours talk={session} />
        {!session && busy && <Skeleton lines={3} />}
        <MessageLog messages={messages} />
        {session?.ended && <Notice title={say({ id: 'chat.ended' })} />}
        {error && (
          <Notice
            tone="error"
            alert
            title={say(error)}
            actions={
              !session && <Button small variant="secondary" onClick={() => void startSession()}>{t`Try again`}</Button>
            }
          />
        )}
      </div>
    </Drawer>
  );
}

/** Whether staff is available, and when it is next. */
function OpeningHours({ talk }: { talk: Talk | undefined }) {
  const say = useMessageText();
  const site = useSite();
  const { day, zone } = useChatTimeFormat();
  const opens = talk?.opens_at;
  const date = opens ? day(opens) : '';
  const hour = opens ? openingTime(site, opens) : '';
  const hours = talk?.hours;
  const [from, until] = hours ? [spokenTime(site.lang, hours.opens), spokenTime(site.lang, hours.closes)] : ['', ''];
  return (
    <div className={styles.hours}>
      <p role="status" data-open={talk?.open ? '' : undefined} className={talk ? styles.state : undefined}>
        {talk?.open && say({ id: 'chat.open' })}
        {talk && !talk.open && !opens && say({ id: 'chat.unavailable' })}
        {opens && (
          <Trans>
            The desk opens again on {date} at {hour} ({zone}). Leave your question here: the answer will wait for you in
            this chat.
          </Trans>
        )}
      </p>
      {hours && (
        <p className="legal">
          <Trans>
            Monday to Friday, {from} to {until} ({zone}). At any other time, the{' '}
            <Link href={serviceUrls.contact(site.lang)}>contact form</Link> is answered within 24 hours.
          </Trans>
        </p>
      )}
    </div>
  );
}

function MessageLog({ messages }: { messages: TalkMessage[] }) {
  const { t } = useLingui();
  const { brand } = useSite();
  const { time } = useChatTimeFormat();
  const end = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to new messages
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [last]);
  return (
    <div role="log" aria-label={t`Conversation`} aria-live="polite" className={styles.log}>
      {messages.map((message) => {
        const who = message.author === 'desk' ? brand : t`You`;
        const at = time(message.at);
        return (
          <div key={message.id} className={styles.message} data-author={message.author}>
            <p className="legal">{t`${who}, ${at}`}</p>
            <p className={styles.said}>{message.text}</p>
          </div>
        );
      })}
      <div ref={end} />
    </div>
  );
}

function MessageForm({ talk, busy }: { talk: Talk; busy: boolean }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [text, setText] = useState('');
  const [empty, setEmpty] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  if (talk.ended) {
    return <Button block onClick={() => void startSession()}>{t`Start another conversation`}</Button>;
  }
  const send = async () => {
    const field = form.current?.querySelector('textarea');
    // The field's value, not state: Enter may come before the last input is rendered.
    const message = (field?.value ?? text).trim();
    setEmpty(message === '');
    if (message === '') {
      field?.focus();
      return;
    }
    if (await sendMessage(message)) setText('');
    field?.focus();
  };
  return (
    <ScriptedForm
      ref={form}
      className={styles.form}
      onSubmit={() => {
        void send();
      }}
      onKeyDown={(event) => {
        // During IME composition Enter belongs to the input method.
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        if (!(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        void send();
      }}
    >
      <Field
        id="chat-message"
        label={t`Your message`}
        unmarked
        required
        rows={2}
        maxLength={talk.max_length}
        value={text}
        onInput={(value) => {
          setText(value);
          if (value.trim()) setEmpty(false);
        }}
        error={empty ? say({ id: 'contact.message_empty' }) : undefined}
      />
      <Button type="submit" block busy={busy} busyLabel={t`Sending…`}>{t`Send`}</Button>
    </ScriptedForm>
  );
}
