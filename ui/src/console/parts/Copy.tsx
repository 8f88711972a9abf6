/** A value to take along: copied by a button, or selected where the clipboard is closed. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button';
import styles from './Copy.module.css';
import { announce } from './liveRegion';

/** Milliseconds the button says that it is done. */
const SHOWN = 3000;

export function useCopy() {
  const { t } = useLingui();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => setDone(false), SHOWN);
    return () => clearTimeout(timer);
  }, [isDone]);
  const copy = async (text: string, shownIn: HTMLElement | null) => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      announce(t`Copied`);
    } catch {
      if (shownIn) window.getSelection()?.selectAllChildren(shownIn);
      announce(t`Selected. Copy it with your keyboard.`);
    }
  };
  return { isDone, copy };
}

export function CopyValue({ label, value }: { label: string; value: string }) {
  const { t } = useLingui();
  const { isDone, copy } = useCopy();
  const shown = useRef<HTMLElement>(null);
  return (
    <div className={styles.row}>
      <span className={styles.label}>{label}</span>
      <code ref={shown} className={styles.value} translate="no">
        {value}
      </code>
      <Button
        small
        icon={isDone ? 'check' : 'copy'}
        aria-label={`${isDone ? t`Copied` : t`Copy`}: ${label}`}
        onPress={() => void copy(value.replaceAll(' ', ''), shown.current)}
      >
        {isDone ? t`Copied` : t`Copy`}
      </Button>
    </div>
  );
}
