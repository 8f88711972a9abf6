/** The centred notification: three seconds, paused under the pointer and while it has focus (K12). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dismissNotice, type ToastNotice } from '../state/notice';
import { Icon } from './Icon';
import { NoWrap } from './NoWrap';
import styles from './Toast.module.css';

export interface ToastProps {
  notice: ToastNotice;
}

/** What is left when reading pauses, at the least. */
const LEAST = 1000;

/** Whether the element lies over what has the keyboard's focus (K3). */
function coversFocus(element: HTMLElement): boolean {
  const { activeElement } = document;
  if (!activeElement?.matches(':focus-visible') || element.contains(activeElement)) return false;
  const [one, other] = [element.getBoundingClientRect(), activeElement.getBoundingClientRect()];
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function Toast({ notice }: ToastProps) {
  const { t } = useLingui();
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = pointed || focused;
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

  const ref = useRef<HTMLDivElement>(null);
  const [aside, setAside] = useState(false);
  useEffect(() => {
    // It goes to the other end of the view, and back.
    const look = () => ref.current && coversFocus(ref.current) && setAside((before) => !before);
    look();
    window.addEventListener('focusin', look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      window.removeEventListener('focusin', look);
      window.removeEventListener('scroll', look);
    };
  }, []);

  const { action } = notice;
  return (
    <div
      ref={ref}
      class={styles.toast}
      data-tone={notice.tone}
      data-aside={aside ? '' : undefined}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocusCapture={() => setFocused(true)}
      onBlurCapture={() => setFocused(false)}
    >
      <Icon name={notice.tone} size={18} />
      <p class={styles.text}>
        <NoWrap>{notice.text}</NoWrap>
      </p>
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
