/** The centred notification: three seconds, paused under the pointer and while it has focus (K12). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dismissNotice, type ToastNotice } from '../state/notice';
import { Icon } from './Icon';
import styles from './Toast.module.css';

export interface ToastProps {
  notice: ToastNotice;
}

/** What is left when reading pauses, at the least. */
const LEAST = 1000;

export function Toast({ notice }: ToastProps) {
  const { t } = useLingui();
  const [paused, setPaused] = useState(false);
  const left = useRef(notice.time);

  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(dismissNotice, left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(LEAST, left.current - (performance.now() - started));
    };
  }, [paused]);

  const { action } = notice;
  return (
    <div
      class={styles.toast}
      data-tone={notice.tone}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocusCapture={() => setPaused(true)}
      onBlurCapture={() => setPaused(false)}
    >
      <Icon name={notice.tone} size={18} />
      <p class={styles.text}>{notice.text}</p>
      {action && (
        <button
          type="button"
          class={styles.action}
          onClick={() => {
            action.run();
            dismissNotice();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" class={styles.close} onClick={dismissNotice} aria-label={t`Dismiss`}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
