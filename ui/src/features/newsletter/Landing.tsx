/**
 * Target of newsletter links. A button performs the action, since mail clients prefetch links. Without script the button
 * posts a plain form, and the server answers with this page.
 */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../api/client';
import type { NewsletterAnswer } from '../../api/types';
import { queryValue } from '../../domain/urls';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { Icon } from '../../parts/Icon';
import { NoWrap } from '../../parts/NoWrap';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import styles from './Landing.module.css';

export interface LandingProps {
  search: string;
  /** Text before the action. */
  title: string;
  text: ReactNode;
  button: string;
  busyLabel: string;
  /** Action of the plain form. */
  action: (token: string) => string;
  send: (token: string) => Promise<NewsletterAnswer>;
  doneTitle: string;
  /** The server's outcome of a plain form. */
  doneMessage: string;
  /** Message id when the link is no longer valid. */
  invalid: string;
  invalidTitle: string;
  /** Next steps. */
  next: (answer: NewsletterAnswer | undefined) => ReactNode;
}

export type LandingState = 'asking' | 'done' | 'invalid';

/** Initial state from the URL. */
export function stateOf(search: string): LandingState {
  const done = queryValue(search, 'done');
  if (done === '1') return 'done';
  return done === '0' || queryValue(search, 'token') === '' ? 'invalid' : 'asking';
}

export function Landing(props: LandingProps) {
  const { search, title, text, button, busyLabel, action, send, doneTitle, doneMessage, invalid, invalidTitle, next } =
    props;
  const say = useMessageText();
  const notify = useNotify();
  const token = queryValue(search, 'token');
  const [state, setState] = useState<LandingState>(() => stateOf(search));
  const [answer, setAnswer] = useState<NewsletterAnswer>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const heading = useRef<HTMLHeadingElement>(null);
  const pressed = useRef(false);

  useEffect(() => {
    if (pressed.current && state !== 'asking') heading.current?.focus();
  }, [state]);

  const follow = async () => {
    if (busy) return;
    pressed.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const done = await send(token);
      notify.success(done.message);
      setAnswer(done);
      setState('done');
    } catch (reason) {
      const error = notify.refusal(reason);
      if (error.id === invalid) setState('invalid');
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  const titles = { asking: title, done: doneTitle, invalid: invalidTitle };
  return (
    <div className={`wrap ${styles.screen}`}>
      <div className={styles.panel} data-state={state}>
        <span className={styles.sign}>
          <Icon name={state === 'asking' ? 'mail' : state === 'done' ? 'success' : 'info'} size={32} />
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {titles[state]}
        </h1>
        {state === 'asking' && (
          <>
            <div className={styles.text}>{text}</div>
            <form
              method="post"
              action={action(token)}
              onSubmit={(event) => {
                event.preventDefault();
                void follow();
              }}
            >
              <Button type="submit" busy={busy} busyLabel={busyLabel}>
                {button}
              </Button>
            </form>
            {failure && <Notice tone="error" alert title={say(failure)} />}
          </>
        )}
        {state !== 'asking' && (
          <>
            <p className={styles.text} role="status">
              <NoWrap>
                {say(
                  state === 'done' ? (answer?.message ?? { id: doneMessage, params: {} }) : { id: invalid, params: {} },
                )}
              </NoWrap>
            </p>
            <div className={styles.next}>{next(answer)}</div>
          </>
        )}
      </div>
    </div>
  );
}
