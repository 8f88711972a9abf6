/** Toast: three seconds, paused on hover and focus (K12). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../parts/Icon';
import { NoWrap } from '../parts/NoWrap';
import { dismissToast, type ToastMessage } from '../state/toast';
import styles from './Toast.module.css';

export interface ToastProps {
  toast: ToastMessage;
}

/** Minimum milliseconds left after a pause. */
const MIN_REMAINING = 1000;

/** Whether the element covers the focused one (K3). */
function coversFocus(element: HTMLElement): boolean {
  const { activeElement } = document;
  if (!activeElement?.matches(':focus-visible') || element.contains(activeElement)) return false;
  const [one, other] = [element.getBoundingClientRect(), activeElement.getBoundingClientRect()];
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

export function Toast({ toast }: ToastProps) {
  const { t } = useLingui();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  const remaining = useRef(toast.duration);

  useEffect(() => {
    if (paused) return;
    const started = performance.now();
    const timer = setTimeout(dismissToast, remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current = Math.max(MIN_REMAINING, remaining.current - (performance.now() - started));
    };
  }, [paused]);

  const ref = useRef<HTMLDivElement>(null);
  const [displaced, setDisplaced] = useState(false);
  useEffect(() => {
    // Moves to the other edge of the viewport, and back.
    const avoidFocus = () => ref.current && coversFocus(ref.current) && setDisplaced((before) => !before);
    avoidFocus();
    window.addEventListener('focusin', avoidFocus);
    window.addEventListener('scroll', avoidFocus, { passive: true });
    return () => {
      window.removeEventListener('focusin', avoidFocus);
      window.removeEventListener('scroll', avoidFocus);
    };
  }, []);

  const { action } = toast;
  return (
    <div
      ref={ref}
      className={styles.toast}
      data-tone={toast.tone}
      data-aside={displaced ? '' : undefined}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocusCapture={() => setFocused(true)}
      onBlurCapture={() => setFocused(false)}
    >
      <Icon name={toast.tone} size={18} />
      <p className={styles.text}>
        <NoWrap>{toast.text}</NoWrap>
      </p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            action.run();
            dismissToast();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} onClick={dismissToast} aria-label={t`Dismiss`}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}
