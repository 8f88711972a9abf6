/** Login with a passkey: by its button, or where the browser offers keys in the address field. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError, call } from '../../api/client';
import type { LoggedIn } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { cancel, canFillIn, sign } from '../../state/passkeys';
import styles from './Frame.module.css';

async function logIn(isAutofill: boolean): Promise<LoggedIn | undefined> {
  const signed = await sign(await call('customer/login_options', {}), isAutofill);
  if (!signed) return undefined;
  try {
    return await call('customer/passkey_login', signed);
  } catch (reason) {
    // Does not reveal whether an account is locked (boutique.md §8).
    if (reason instanceof ApiError && reason.id === 'login.disabled') {
      throw new ApiError(reason.status, reason.message, 'passkey.wrong');
    }
    throw reason;
  }
}

export function PasskeyLogin({ onLogin }: { onLogin: (answer: LoggedIn) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  /** Rises when the browser may offer keys again. */
  const [turn, setTurn] = useState(0);
  const login = useRef(onLogin);
  login.current = onLogin;
  const refusal = useRef(notify.refusal);
  refusal.current = notify.refusal;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks anew
  useEffect(() => {
    let isGone = false;
    const offer = async () => {
      if (!(await canFillIn()) || isGone) return;
      const answer = await logIn(true);
      if (answer) login.current(answer);
    };
    // Unasked for: only what a chosen key led to is told.
    offer().catch((reason) => {
      if (!isGone) setFailure(refusal.current(reason));
    });
    return () => {
      isGone = true;
      void cancel().catch(() => {});
    };
  }, [turn]);

  const ask = () => {
    setBusy(true);
    setFailure(undefined);
    logIn(false)
      .then((answer) => {
        if (answer) login.current(answer);
        else setTurn((last) => last + 1);
      })
      .catch((reason) => {
        setFailure(notify.refusal(reason));
        setTurn((last) => last + 1);
      })
      .finally(() => setBusy(false));
  };

  return (
    <div className={styles.passkey}>
      <p className={styles.or} aria-hidden="true">{t`or`}</p>
      {failure && <Notice tone="error" alert title={say(failure)} />}
      <Button variant="secondary" block busy={busy} busyLabel={t`Waiting for your passkey…`} onClick={ask}>
        {t`Log in with a passkey`}
      </Button>
    </div>
  );
}
