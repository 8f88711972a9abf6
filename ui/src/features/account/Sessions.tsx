/** Where the customer is logged in, and logging out there. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { Answer } from '../../api/types';
import { useCall } from '../../api/useCall';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Region, Skeleton } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { useNotify } from '../../state/notify';
import { useRoute } from '../../state/route';
import { useLang, useSentForm } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { showToast } from '../../state/toast';
import { wholeRefusal } from '../../state/useForm';
import styles from './Security.module.css';

type Open = Answer<'account/sessions'>;

/** Says which sessions a form sent without scripts has ended. */
export function EndedNotice() {
  const { t } = useLingui();
  const done = queryValue(useRoute().search, 'done');
  const title =
    done === 'there' ? t`Logged out there.` : done === 'elsewhere' ? t`Logged out everywhere else.` : undefined;
  return title ? (
    <div role="status">
      <Notice tone="success" title={title} />
    </div>
  ) : null;
}

export function Sessions() {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const answers = useAnswers();
  const timestamps = useTimestampFormat();
  const first = useCall('account/sessions', {});
  /** The session that is being ended, or all others. */
  const [busy, setBusy] = useState<string>();
  const one = useSentForm('account/end_session');
  const all = useSentForm('account/end_sessions');
  const [failure, setFailure] = useState<ApiError | undefined>(() => wholeRefusal(one ?? all, []));
  const heading = useRef<HTMLHeadingElement>(null);
  const { items } = first.data ?? {};
  const here = accountUrls.edit(useLang());

  const end = (name: string, calling: Promise<Open>, done: string) => {
    setBusy(name);
    setFailure(undefined);
    calling
      .then((open) => {
        answers.set('account/sessions', {}, open);
        showToast(done, 'success');
        // The button that was pressed is gone.
        heading.current?.focus();
      })
      .catch((reason) => setFailure(notify.refusal(reason)))
      .finally(() => setBusy(undefined));
  };

  return (
    <section className={styles.section} aria-labelledby="edit-sessions">
      <h2 id="edit-sessions" ref={heading} tabIndex={-1} className="subheading">{t`Where you are logged in`}</h2>
      <p className={styles.note}>
        <Trans>If you do not recognise a device, log out there and change your password.</Trans>
      </p>
      {!items && (
        <Region busy={first.loading}>
          {first.error && <LoadError error={first.error} onRetry={first.retry} />}
          {first.loading && <Skeleton lines={3} />}
        </Region>
      )}
      {failure && <Notice tone="error" alert title={say(failure)} />}
      {items && (
        <ul className={styles.list}>
          {items.map(({ id, browser, logged_in_at, seen_at, is_current }) => {
            const device = browser || t`Unknown browser`;
            const since = timestamps.momentDate(logged_in_at);
            const seen = timestamps.momentDate(seen_at);
            return (
              <li key={id}>
                <p className={styles.name}>{device}</p>
                <p className={styles.note}>
                  {is_current ? t`This device · logged in on ${since}` : t`Logged in on ${since}, last used on ${seen}`}
                </p>
                {!is_current && (
                  <PostForm
                    call="account/end_session"
                    then={`${here}?done=there`}
                    className={styles.end}
                    onSubmit={() => end(id, call('account/end_session', { id }), t`Logged out there.`)}
                  >
                    <input type="hidden" name="id" value={id} />
                    <Button
                      type="submit"
                      small
                      variant="secondary"
                      aria-label={t`Log out on ${device}`}
                      busy={busy === id}
                      busyLabel={t`One moment…`}
                      disabled={busy !== undefined}
                    >
                      {t`Log out`}
                    </Button>
                  </PostForm>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {items && items.length > 2 && (
        <PostForm
          call="account/end_sessions"
          then={`${here}?done=elsewhere`}
          className={styles.others}
          onSubmit={() => end('others', call('account/end_sessions', {}), t`Logged out everywhere else.`)}
        >
          <Button
            type="submit"
            variant="secondary"
            busy={busy === 'others'}
            busyLabel={t`One moment…`}
            disabled={busy !== undefined}
          >
            {t`Log out everywhere else`}
          </Button>
        </PostForm>
      )}
    </section>
  );
}
