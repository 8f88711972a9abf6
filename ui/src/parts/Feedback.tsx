/** Notices, errors, empty states and loading states. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { Message } from '../api/types';
import { useMessageText } from '../state/i18n';
import { useNotify } from '../state/notify';
import { Button } from './Button';
import styles from './Feedback.module.css';
import { Icon } from './Icon';
import { NoWrap } from './NoWrap';

export interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced when it appears: a blocking error. */
  alert?: boolean;
}

/** An inline message. */
export function Notice({ tone = 'info', title, children, actions, alert }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={alert ? 'alert' : undefined}>
      <Icon name={tone} />
      <div className={styles.noticeText}>
        {title && (
          <p className={styles.noticeTitle}>
            <NoWrap>{title}</NoWrap>
          </p>
        )}
        {children && (
          <div>
            <NoWrap>{children}</NoWrap>
          </div>
        )}
        {actions && <div className={styles.noticeActions}>{actions}</div>}
      </div>
    </div>
  );
}

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** Links or buttons: never a dead end. */
  actions?: ReactNode;
  /** 1 when it is the page's heading. */
  level?: 1 | 2;
}

export function EmptyState({ title, children, actions, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <span className={styles.stroke} aria-hidden="true" />
      <Heading>
        <NoWrap>{title}</NoWrap>
      </Heading>
      {children && <div className={styles.emptyText}>{children}</div>}
      {actions && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  );
}

/** A failed load, with retry; also shown in the notification. */
export function LoadError({ error, onRetry }: { error: Pick<Message, 'id' | 'params'>; onRetry: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  useEffect(() => notify.failure(error), [notify, error]);
  return (
    <Notice
      tone="error"
      alert
      title={say(error)}
      actions={<Button small variant="secondary" onClick={onRetry}>{t`Try again`}</Button>}
    />
  );
}

/** The response takes more than ten seconds (U23). */
export function SlowNotice({ onCancel, onRetry }: { onCancel: () => void; onRetry: () => void }) {
  const { t } = useLingui();
  return (
    <div role="status" className={styles.slow}>
      <Notice
        title={t`Still working…`}
        actions={
          <>
            <Button small variant="secondary" onClick={onCancel}>{t`Cancel`}</Button>
            <Button small variant="secondary" onClick={onRetry}>{t`Try again`}</Button>
          </>
        }
      />
    </div>
  );
}

export interface SkeletonProps {
  /** `text` one line (repeat with `lines`), `picture` 4:5, `block` fills its container. */
  shape?: 'text' | 'picture' | 'block';
  lines?: number;
}

/** Loading placeholder, shown after 300 ms to avoid flicker. */
export function Skeleton({ shape = 'text', lines = 1 }: SkeletonProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={`${styles.skeleton} ${styles[shape]}`} data-shown={shown ? '' : undefined} aria-hidden="true">
      {shape === 'text' ? Array.from({ length: lines }, (_, at) => <span key={at} className={styles.line} />) : null}
    </div>
  );
}

/** What is fetched: `aria-busy` while loading. Without a name it is no section. */
export function Region({ busy, label, children }: { busy: boolean; label?: string; children: ReactNode }) {
  const { t } = useLingui();
  const Element = label ? 'section' : 'div';
  return (
    <Element aria-busy={busy ? 'true' : 'false'} aria-label={label}>
      {busy && <p className="visually-hidden" role="status">{t`Loading`}</p>}
      {children}
    </Element>
  );
}
