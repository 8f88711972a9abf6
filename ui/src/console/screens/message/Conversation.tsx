/** What was written by both sides, with who of the house has written it, and what was done in between. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { ThreadDetail, ThreadEntry } from '../../api/types';
import { Badge } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { LOCALES } from '../../parts/language';
import { Section } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import styles from './MessageScreen.module.css';

const WRITTEN: readonly ThreadEntry['kind'][] = ['heard', 'said', 'reply', 'note'];

export function Conversation({ detail }: { detail: ThreadDetail }) {
  const { t } = useLingui();
  const { entries, thread } = detail;
  const end = useRef<HTMLLIElement>(null);
  const isChat = thread.kind === 'chat';
  const last = entries.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to what is new in a chat
  useEffect(() => {
    if (isChat) end.current?.scrollIntoView({ block: 'nearest' });
  }, [isChat, last]);
  return (
    <Section id="thread-history" title={t`Conversation`} isOpen>
      <ol className={styles.entries} aria-live={isChat ? 'polite' : undefined}>
        {entries.map((entry) => (
          <li
            key={entry.id}
            ref={entry.id === last ? end : undefined}
            className={WRITTEN.includes(entry.kind) ? styles.entry : styles.event}
            data-kind={entry.kind}
          >
            {WRITTEN.includes(entry.kind) ? <Written entry={entry} detail={detail} /> : <Event entry={entry} />}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Written({ entry, detail: { thread, rating, customer } }: { entry: ThreadEntry; detail: ThreadDetail }) {
  const { t } = useLingui();
  const format = useFormat();
  const isHeard = entry.kind === 'heard';
  const who = isHeard ? thread.name || t`Shopper` : (entry.name ?? t`The house`);
  const at = format.shortTime(Date.parse(entry.at));
  const fallback =
    isHeard && thread.kind === 'withdrawal' ? t`A statement without further words.` : t`This text was erased.`;
  return (
    <>
      <p className={styles.head}>
        <span className={styles.who}>{who}</span>
        {entry.kind === 'note' && (
          <span className={styles.inside}>
            <Icon name="note" size={16} />
            {t`Note for the house`}
          </span>
        )}
        <time dateTime={entry.at}>{at}</time>
        {entry.mail === 'failed' && <Badge tone="error">{t`Not delivered`}</Badge>}
        {/* A guest has no account: their address is the one with which they wrote. */}
        {entry.mail === 'failed' && customer && /^\d+$/.test(customer) && (
          <Link href={`/customers/${customer}`}>{t`Correct the customer’s address`}</Link>
        )}
        {entry.mail === 'waiting' && <span>{t`on its way`}</span>}
        {entry.mail === 'sent' && <span>{t`sent`}</span>}
      </p>
      {isHeard && rating !== null && <p className={styles.quiet}>{t`${rating} of 5 stars`}</p>}
      <p className={styles.text} lang={entry.kind === 'note' ? undefined : LOCALES[thread.lang]}>
        {entry.text || <span className={styles.quiet}>{fallback}</span>}
      </p>
    </>
  );
}

function Event({ entry: { kind, at, name, person, text } }: { entry: ThreadEntry }) {
  const { t } = useLingui();
  const format = useFormat();
  const who = name ?? '';
  const whom = person ?? '';
  const words = () => {
    switch (kind) {
      case 'assigned':
        return whom === who ? t`${who} has taken this` : t`${who} has given this to ${whom}`;
      case 'released':
        return t`${who} has given this back`;
      case 'closed':
        return t`Closed by ${who}`;
      default:
        return t`Opened again by ${who}`;
    }
  };
  return (
    <p>
      {words()} · <time dateTime={at}>{format.shortTime(Date.parse(at))}</time>
      {text && <span className={styles.text}>{text}</span>}
    </p>
  );
}
