/** The centred notification: three seconds, paused under the pointer and while it has focus (K12). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { dismissNotice, noticeStore } from '../state/notice';
import { useStore } from '../state/store';
import { Icon } from './Icon';
import styles from './Toast.module.css';

export function ToastRegion() {
  const { t } = useLingui();
  const { current } = useStore(noticeStore);
  const [paused, setPaused] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const left = useRef(0);

  // Above an open dialog too: the popover layer.
  useEffect(() => {
    const region = ref.current;
    if (!region?.showPopover) return;
    if (current && !region.matches(':popover-open')) region.showPopover();
    if (!current && region.matches(':popover-open')) region.hidePopover();
    left.current = current?.time ?? 0;
    setPaused(false);
  }, [current]);

  useEffect(() => {
    if (!current || paused) return;
    const started = performance.now();
    const timer = setTimeout(dismissNotice, left.current || current.time);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(1000, left.current - (performance.now() - started));
    };
  }, [current, paused]);

  const tone = current?.tone ?? 'info';
  return (
    <div ref={ref} class={styles.region} popover="manual">
      <div role={tone === 'error' ? 'alert' : 'status'}>
        {current && (
          <div
            key={current.id}
            class={styles.toast}
            data-tone={tone}
            onPointerEnter={() => setPaused(true)}
            onPointerLeave={() => setPaused(false)}
            onFocusCapture={() => setPaused(true)}
            onBlurCapture={() => setPaused(false)}
          >
            <Icon name={tone} size={18} />
            <p class={styles.text}>{current.text}</p>
            {current.action && (
              <button
                type="button"
                class={styles.action}
                onClick={() => {
                  current.action?.run();
                  dismissNotice();
                }}
              >
                {current.action.label}
              </button>
            )}
            <button type="button" class={styles.close} onClick={dismissNotice} aria-label={t`Dismiss`}>
              <Icon name="close" size={16} />
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
