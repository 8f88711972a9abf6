/** One thread: what both sides have written, and the order beside it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { meet, useDeeds } from '../../api/deeds';
import { useOthersIn } from '../../api/live';
import { useSelf } from '../../api/queries';
import { useThread, useThreadCall } from '../../api/threads';
import type { ThreadDetail } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { LANGUAGE_NAMES } from '../../parts/language';
import { announce } from '../../parts/liveRegion';
import { type Action, Menu } from '../../parts/Menu';
import { Page } from '../../parts/Page';
import { ThreadMark } from '../../parts/ThreadMarks';
import { useFormat, useMessageText } from '../../parts/text';
import { useThreadNames } from '../../parts/threadNames';
import { toast } from '../../parts/toasts';
import { CloseDialog } from './CloseDialog';
import { Composer } from './Composer';
import { Conversation } from './Conversation';
import styles from './MessageScreen.module.css';
import { NoteForm } from './NoteForm';
import { Pending } from './Pending';
import { Side } from './Side';

export default function MessageScreen() {
  const { t } = useLingui();
  const { reference = '' } = useParams<{ reference: string }>();
  const { data: detail, error, refetch } = useThread(reference);
  const pending = usePending(detail);
  return (
    <Page
      title={detail?.thread.name || reference}
      above={
        <div className={styles.above}>
          <Back to="/messages">{t`Messages`}</Back>
          <Others reference={reference} />
        </div>
      }
      mark={detail && <ThreadMark thread={detail.thread} />}
      lead={detail && <Lead detail={detail} />}
      actions={detail && <ThreadActions detail={detail} isLocked={pending !== undefined} />}
    >
      {!detail && !error && <Skeleton rows={6} />}
      {!detail && error?.id === 'thread.not_found' && (
        <EmptyState title={t`There is no message ${reference}`}>
          <Trans>Check the reference, or search for the customer’s name.</Trans>
        </EmptyState>
      )}
      {!detail && error && error.id !== 'thread.not_found' && (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {detail && (
        <>
          {error && (
            <Notice tone="warning" isLive>
              <Trans>This could not be read again. What you see may be out of date.</Trans>
            </Notice>
          )}
          <div className={styles.columns}>
            <div className={styles.main}>
              <Conversation detail={detail} />
              {pending ? <Pending deed={pending} /> : <Composer key={reference} detail={detail} />}
              <NoteForm key={`note-${reference}`} reference={reference} />
            </div>
            <Side detail={detail} />
          </div>
        </>
      )}
    </Page>
  );
}

/** The letter that waits for its moment: written here, or by somebody else. */
function usePending(detail: ThreadDetail | undefined) {
  const found = detail?.pending ?? undefined;
  useEffect(() => {
    if (found) meet(found);
  }, [found]);
  const own = useDeeds().find(
    ({ noun, thing, failure }) => noun === 'message' && thing === detail?.thread.reference && !failure,
  );
  return detail && (own ?? found);
}

function Lead({ detail: { thread, email } }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const names = useThreadNames();
  return (
    <p className={styles.lead}>
      <span>{names.kind(thread.kind)}</span>
      {thread.subject && <span>{names.subject(thread.subject)}</span>}
      <span translate="no">{thread.reference}</span>
      <span>{LANGUAGE_NAMES[thread.lang]}</span>
      {email && <span translate="no">{email}</span>}
      <span>{thread.assignee ? t`Taken by ${thread.assignee.name}` : t`Taken by nobody`}</span>
    </p>
  );
}

function Others({ reference }: { reference: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const others = useOthersIn(reference, 'thread');
  const names = format.list([...others]);
  const text = others.length > 0 ? t`Also here: ${names}` : '';
  useEffect(() => {
    if (text) announce(text);
  }, [text]);
  if (!text) return null;
  return (
    <span className={styles.others} title={text}>
      <Icon name="people" size={16} />
      <span>{text}</span>
    </span>
  );
}

function ThreadActions({ detail, isLocked }: { detail: ThreadDetail; isLocked: boolean }) {
  const { t } = useLingui();
  const say = useMessageText();
  const self = useSelf();
  const [isClosing, setClosing] = useState(false);
  const assign = useThreadCall('message/assign');
  const close = useThreadCall('message/close');
  const reopen = useThreadCall('message/reopen');
  const { thread, version, can, colleagues } = detail;
  const seen = { reference: thread.reference, version };
  const onError = (error: Parameters<typeof say>[0]) => toast(say(error));
  const needsNote = thread.kind === 'withdrawal' && detail.withdrawal?.handled_at === null;
  const isMine = thread.assignee?.id === self.id;
  const give = (to: number | null) => assign.mutate({ ...seen, to }, { onError });
  const actions: Action[] = colleagues
    .filter(({ id }) => id !== thread.assignee?.id && id !== self.id)
    .map(({ id, name }) => ({ id: String(id), label: t`Hand to ${name}`, onAction: () => give(id) }));
  if (thread.assignee) actions.push({ id: 'nobody', label: t`Give back`, onAction: () => give(null) });
  return (
    <>
      {can.close && (
        <Button
          isDisabled={isLocked}
          isPending={close.isPending}
          onPress={() => (needsNote ? setClosing(true) : close.mutate({ ...seen, note: '' }, { onError }))}
        >
          {needsNote ? t`Dealt with…` : thread.kind === 'chat' ? t`End the chat` : t`Close`}
        </Button>
      )}
      {can.reopen && (
        <Button isDisabled={isLocked} isPending={reopen.isPending} onPress={() => reopen.mutate(seen, { onError })}>
          {t`Open again`}
        </Button>
      )}
      {!isMine && (
        <Button variant="primary" isDisabled={isLocked} isPending={assign.isPending} onPress={() => give(self.id)}>
          {t`I take this`}
        </Button>
      )}
      {actions.length > 0 && (
        <Menu label={t`More actions`} trigger={<Button icon="more">{t`More actions`}</Button>} actions={actions} />
      )}
      {isClosing && <CloseDialog detail={detail} onClose={() => setClosing(false)} />}
    </>
  );
}
