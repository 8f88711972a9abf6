/** A detail that has to be taken over exactly, with a button that copies it. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../state/liveRegion';
import { Button } from './Button';
import { Icon } from './Icon';
import styles from './Instructions.module.css';

export interface CopyRowProps {
  name: string;
  /** One line, or several. */
  value: string | string[];
  /** What is copied, where that is not what is shown. */
  clipboardText?: string;
  /** Digits and letters that are compared one by one. */
  isCode?: boolean;
}

/** Milliseconds that the button says it is done. */
const CONFIRMATION_TIME = 3000;

export function CopyRow({ name, value, clipboardText, isCode }: CopyRowProps) {
  const { t } = useLingui();
  const [done, setDone] = useState(false);
  const text = useRef<HTMLElement>(null);
  const lines = typeof value === 'string' ? [value] : value;

  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(false), CONFIRMATION_TIME);
    return () => clearTimeout(timer);
  }, [done]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(clipboardText ?? lines.join('\n'));
      setDone(true);
      announce(t`${name}: copied`);
    } catch {
      // No clipboard here: what is to be copied is marked, for the keyboard.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      announce(t`${name}: selected. Copy it with your keyboard.`);
    }
  };

  return (
    <div class={styles.row}>
      <dt>{name}</dt>
      <dd class={isCode ? styles.code : undefined} ref={text}>
        {lines.map((line) => (
          <span key={line} class={styles.line}>
            {line}
          </span>
        ))}
      </dd>
      <dd class={styles.copy}>
        <Button
          variant="quiet"
          small
          aria-label={done ? t`Copied: ${name}` : t`Copy: ${name}`}
          onClick={() => void copy()}
        >
          <Icon name={done ? 'check' : 'copy'} size={16} />
          <span>{done ? t`Copied` : t`Copy`}</span>
        </Button>
      </dd>
    </div>
  );
}
