/** Notices, empty states, placeholders while loading, and failed loads. */

import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiError } from '../api/client';
import { Button } from './Button';
import styles from './Feedback.module.css';
import { Icon } from './Icon';
import { useMessageText } from './text';

interface NoticeProps {
  tone?: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced when it appears. */
  isLive?: boolean;
}

export function Notice({ tone = 'info', title, children, actions, isLive }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={isLive ? (tone === 'error' ? 'alert' : 'status') : undefined}>
      <Icon name={tone} size={20} />
      <div className={styles.noticeText}>
        {title && <p className={styles.noticeTitle}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.noticeActions}>{actions}</div>}
      </div>
    </div>
  );
}

/** Beside a list that is shown as it was read before. */
export function OutOfDate() {
  return (
    <Notice tone="error" isLive>
      <Trans>The list could not be read again. What you see may be out of date.</Trans>
    </Notice>
  );
}

/** Says what will stand here and how it comes about. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <span className={styles.stroke} aria-hidden="true" />
      <p className={styles.emptyTitle}>{title}</p>
      {children && <div className={styles.emptyText}>{children}</div>}
      {actions && <div className={styles.emptyActions}>{actions}</div>}
    </div>
  );
}

/** Rows of a table to come, in its geometry; seen after 300 ms only, so that quick answers do not flicker. */
export function Skeleton({ rows = 5 }: { rows?: number }) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 300);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} data-shown={isShown ? '' : undefined} aria-busy="true">
      <p className="visually-hidden" role="status">{t`Loading`}</p>
      {Array.from({ length: rows }, (_, at) => `row-${at}`).map((row) => (
        <span key={row} className={styles.bar} />
      ))}
    </div>
  );
}

export function LoadError({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <Notice tone="error" isLive title={say(error)} actions={<Button small onPress={onRetry}>{t`Try again`}</Button>} />
  );
}

/** A state in words, with a dot that repeats it. */
export function Badge({ tone, children }: { tone: 'neutral' | 'success' | 'warning' | 'error'; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
