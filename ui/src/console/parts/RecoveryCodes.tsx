/** The codes that replace the app once each, shown once: print, copy, then confirm. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../api/queries';
import { Button } from './Button';
import { useCopy } from './Copy';
import { Notice } from './Feedback';
import { Actions } from './Form';
import styles from './RecoveryCodes.module.css';

export function RecoveryCodes({
  codes,
  onDone,
  doneLabel,
}: {
  codes: string[];
  onDone: () => void;
  doneLabel: string;
}) {
  const { t } = useLingui();
  const { brand } = useSession();
  const { isDone, copy } = useCopy();
  const [isKept, setKept] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const box = useRef<HTMLInputElement>(null);

  // They are not shown again.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  return (
    <div className={styles.codes}>
      <p>
        <Trans>
          If your phone is not at hand, one of these codes takes the place of the six digits. Each works once. They are
          shown only now: print them or put them where you keep passwords, not on the phone itself.
        </Trans>
      </p>
      <p className={styles.printed} aria-hidden="true">
        {brand}
      </p>
      <ol ref={list} className={styles.list} translate="no" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Actions>
        <Button icon="print" onPress={() => window.print()}>{t`Print`}</Button>
        <Button icon={isDone ? 'check' : 'copy'} onPress={() => void copy(codes.join('\n'), list.current)}>
          {isDone ? t`Copied` : t`Copy`}
        </Button>
      </Actions>
      <label className={styles.kept}>
        <input
          ref={box}
          type="checkbox"
          checked={isKept}
          onChange={(event) => {
            setKept(event.target.checked);
            setAsked(false);
          }}
          aria-describedby={isAsked ? 'codes-kept-error' : undefined}
          aria-invalid={isAsked || undefined}
        />
        <span>{t`I have printed or stored the codes`}</span>
      </label>
      {isAsked && (
        <div id="codes-kept-error">
          <Notice tone="error" isLive>
            {t`Store the codes first, then tick the box: they cannot be shown again.`}
          </Notice>
        </div>
      )}
      <Actions>
        <Button
          variant="primary"
          onPress={() => {
            if (isKept) return onDone();
            setAsked(true);
            box.current?.focus();
          }}
        >
          {doneLabel}
        </Button>
      </Actions>
    </div>
  );
}
