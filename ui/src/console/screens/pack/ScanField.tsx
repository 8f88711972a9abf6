/** The field into which a scanner types. It has focus from the start; on touch screens without the keyboard, until it is tapped. */

import { useLingui } from '@lingui/react/macro';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Icon } from '../../parts/Icon';
import styles from './Packing.module.css';

const isTouch = () => window.matchMedia('(pointer: coarse)').matches;

export function ScanField({ ref, onScan }: { ref: Ref<HTMLInputElement>; onScan: (code: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [hasKeyboard, setKeyboard] = useState(() => !isTouch());
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  useEffect(() => {
    // After the heading, which a new screen leads to first.
    const frame = requestAnimationFrame(() => input.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <form
      className={styles.scan}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const code = typed.trim();
        setTyped('');
        if (code) onScan(code);
      }}
    >
      <label htmlFor="pack-scan">{t`Scan an item or an order number`}</label>
      <span>
        <Icon name="scan" size={20} />
        <input
          ref={input}
          id="pack-scan"
          className={styles.input}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck="false"
          enterKeyHint="done"
          inputMode={hasKeyboard ? 'text' : 'none'}
          maxLength={80}
          value={typed}
          onPointerDown={() => setKeyboard(true)}
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
    </form>
  );
}
