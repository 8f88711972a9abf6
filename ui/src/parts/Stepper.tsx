/** Quantity stepper (U20). Saves automatically; minus is disabled at one: removal has its own button. */

import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { compact, quantity } from '../domain/text';
import { useMessageText } from '../state/i18n';
import { FieldError } from './FieldError';
import { Icon } from './Icon';
import styles from './Stepper.module.css';

export interface StepperProps {
  id: string;
  /** In a form that is sent without scripts. */
  name?: string;
  /** Name of the item. */
  itemName: string;
  value: number;
  /** Maximum quantity; null without a limit. */
  max?: number | null;
  /** Called with an integer of at least 1, debounced. */
  onChange: (qty: number) => void;
  /** Error of the server or the screen. */
  error?: string;
  busy?: boolean;
  /** Debounce in milliseconds; 0 on a product page, where nothing is saved. */
  delay?: number;
}

export function Stepper({ id, name, itemName, value, max = null, onChange, error, busy, delay = 400 }: StepperProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const [typed, setTyped] = useState(String(value));
  const [problem, setProblem] = useState('');
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void }>(undefined);
  /** The last quantity that was saved, answered or not. */
  const saved = useRef(value);

  useEffect(() => {
    saved.current = value;
    // Not while a later choice waits.
    if (!waiting.current) setTyped(String(value));
  }, [value]);
  /** Ends the debounce. */
  const saveNow = useCallback(() => {
    const { timer, save } = waiting.current ?? {};
    waiting.current = undefined;
    clearTimeout(timer);
    save?.();
  }, []);
  // Whoever leaves within the debounce has chosen all the same.
  useEffect(() => {
    window.addEventListener('pagehide', saveNow);
    return () => {
      window.removeEventListener('pagehide', saveNow);
      saveNow();
    };
  }, [saveNow]);

  function commit(text: string, wait: number): void {
    const wrong = quantity(text);
    if (wrong) {
      setProblem(say(wrong));
      setTyped(String(value));
      return;
    }
    let qty = Number(compact(text));
    setProblem('');
    if (max !== null && qty > max) {
      setProblem(say({ id: 'cart.qty_maximum' }));
      qty = Math.max(1, max);
    }
    setTyped(String(qty));
    clearTimeout(waiting.current?.timer);
    const save = () => {
      saved.current = qty;
      onChange(qty);
    };
    waiting.current = qty === saved.current ? undefined : { timer: setTimeout(saveNow, wait), save };
    if (wait === 0) saveNow();
  }

  const now = Number(typed) || value;
  const shown = error || problem;
  return (
    <div className={styles.stepper}>
      <div className={styles.row} data-busy={busy ? '' : undefined}>
        <button
          type="button"
          aria-label={t`One less: ${itemName}`}
          aria-disabled={now <= 1 ? 'true' : undefined}
          onClick={() => now > 1 && commit(String(now - 1), delay)}
        >
          <Icon name="minus" size={16} />
        </button>
        <input
          id={id}
          name={name}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t`Quantity: ${itemName}`}
          aria-describedby={shown ? `${id}-error` : undefined}
          aria-invalid={shown ? 'true' : undefined}
          value={typed}
          maxLength={4}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => typed !== String(value) && commit(typed, 0)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              event.preventDefault();
              commit(typed, 0);
            } else if (event.key === 'ArrowUp') {
              event.preventDefault();
              commit(String(now + 1), delay);
            } else if (event.key === 'ArrowDown' && now > 1) {
              event.preventDefault();
              commit(String(now - 1), delay);
            }
          }}
        />
        <button
          type="button"
          aria-label={t`One more: ${itemName}`}
          aria-disabled={max !== null && now >= max ? 'true' : undefined}
          onClick={() => commit(String(now + 1), delay)}
        >
          <Icon name="plus" size={16} />
        </button>
      </div>
      <div role="alert">{shown ? <FieldError id={`${id}-error`}>{shown}</FieldError> : null}</div>
    </div>
  );
}
