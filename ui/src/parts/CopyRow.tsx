/** A value with a copy button. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../state/liveRegion';
import { Button } from './Button';
import { Icon } from './Icon';
import styles from './Instructions.module.css';

export interface CopyRowProps {
  name: string;
  /** One line, or several. */
  value: string | string[];
  /** Text to copy, when it differs from the value shown. */
  clipboardText?: string;
  /** Value to compare character by character. */
  isCode?: boolean;
}

/** Milliseconds the button shows "Copied". */
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
      // No clipboard access: select the text instead.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      announce(t`${name}: selected. Copy it with your keyboard.`);
    }
  };

  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd className={isCode ? styles.code : undefined} ref={text}>
        {lines.map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </dd>
      <dd className={styles.copy}>
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
