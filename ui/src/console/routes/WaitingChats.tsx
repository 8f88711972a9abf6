/** Tells on any screen that somebody waits in the chat: shown, spoken, in the title, and with a tone where that is wanted. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useMay } from '../api/queries';
import { play, setSound, sound } from '../api/sound';
import { useStore } from '../api/store';
import { useWaitingChats } from '../api/threads';
import { Button } from '../parts/Button';
import { Icon } from '../parts/Icon';
import { announce } from '../parts/liveRegion';
import styles from './WaitingChats.module.css';

const MARK = '● ';

export function WaitingChats() {
  const { t } = useLingui();
  const [path] = useLocation();
  const hasSound = useStore(sound);
  const chats = useWaitingChats(useMay('messages_answer'))?.filter((chat) => chat.is_for_me) ?? [];
  const first = chats[0];
  const count = chats.length;
  // Who is in the only conversation sees it there.
  const isHere = count === 1 && path === `/messages/${first?.reference}`;
  const newest = Math.max(0, ...chats.map((chat) => chat.message_id));
  const told = useRef<number>(undefined);
  const words = t`${plural(count, { one: 'Somebody waits in the chat.', other: '# people wait in the chat.' })}`;
  useEffect(() => {
    const isNew = told.current !== undefined && newest > told.current;
    told.current = Math.max(newest, told.current ?? 0);
    if (!isNew) return;
    announce(words);
    if (hasSound) play();
  }, [newest, words, hasSound]);
  useTitleMark(count > 0);
  if (!first || isHere) return null;
  return (
    <aside className={styles.notice} aria-label={t`Chat`}>
      <Icon name="mail" size={20} />
      <p className={styles.words}>
        <strong>{words}</strong>
        <span className={styles.excerpt}>{first.excerpt}</span>
      </p>
      <Link href={count === 1 ? `/messages/${first.reference}` : '/messages?kind=chat'} className={styles.link}>
        {t`Answer`}
      </Link>
      <Button small variant="quiet" aria-pressed={hasSound} onPress={() => setSound(!hasSound)}>
        {hasSound ? t`Sound is on` : t`Sound is off`}
      </Button>
    </aside>
  );
}

/** Marks the title of the document, whatever screen sets it. */
function useTitleMark(isMarked: boolean) {
  useEffect(() => {
    const title = document.querySelector('title');
    if (!isMarked || !title) return;
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(title, { childList: true });
    return () => {
      observer.disconnect();
      document.title = document.title.replace(MARK, '');
    };
  }, [isMarked]);
}
