/** Newsletter subscriptions of a customer, with the last possible delivery after unsubscribing (boutique.md §1, §4). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { Letters as Choice, NewsletterAnswer, UserInfo } from '../../api/types';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { hasAnyList, NewsletterChoices, NO_LISTS } from '../../parts/NewsletterChoices';
import { NoWrap } from '../../parts/NoWrap';
import { pushSubscription } from '../../state/analytics';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useSentForm, useSite } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { wholeRefusal } from '../../state/useForm';
import styles from './AccountScreen.module.css';
import { Card } from './Card';

/** Outside the EU no checkboxes are shown, and the hotel brand's list is subscribed (decisions.md §5). */
const DEFAULT_LISTS: Choice = { ...NO_LISTS, brand: 1 };

const ID = 'account-newsletter';

const ticked = (values: Record<string, string>) =>
  Object.fromEntries(Object.keys(NO_LISTS).map((name) => [name, values[name] ? 1 : 0])) as unknown as Choice;

export function NewsletterPreferences({ user, onChange }: { user: UserInfo; onChange: (user: UserInfo) => void }) {
  const { t } = useLingui();
  const { newsletter: isOffered, eu, lang } = useSite();
  const say = useMessageText();
  const notify = useNotify();
  const timestamps = useTimestampFormat();
  const { subscribed, confirmation_pending, ends_at, letters } = user.newsletter;
  const isKnown = subscribed || confirmation_pending;
  const known = isKnown ? letters : NO_LISTS;
  const ending = useSentForm('newsletter/unsubscribe');
  const asked = useSentForm('newsletter/subscribe');
  // The form of the footer makes the same call.
  const sent = asked?.values.source === 'account' ? asked : undefined;
  const [choice, setChoice] = useState<Choice>(sent ? ticked(sent.values) : known);
  const [noneChosen, setNoneChosen] = useState(Boolean(sent?.error.fields.hah_subscribe));
  const [busy, setBusy] = useState<'' | 'saving' | 'ending'>('');
  const [failure, setFailure] = useState<ApiError | undefined>(() =>
    wholeRefusal<Choice>(sent ?? ending, ['hah_subscribe']),
  );
  const state = useRef<HTMLParagraphElement>(null);
  // An unchanged response does not reset choices made meanwhile.
  const latest = JSON.stringify(known);
  const last = useRef(latest);
  useEffect(() => {
    if (last.current !== latest) setChoice(JSON.parse(latest));
    last.current = latest;
  }, [latest]);
  if (!isOffered && !isKnown && !ends_at) return null;

  const change = async (kind: typeof busy, send: () => Promise<NewsletterAnswer>) => {
    if (busy) return;
    setBusy(kind);
    setFailure(undefined);
    try {
      const { message } = await send();
      // Not when the lists change, or the confirmation is sent again.
      if (kind === 'saving' && (!isKnown || ends_at)) pushSubscription('account', lang);
      onChange(await call('account/info', {}));
      notify.success(message);
      // The pressed button may have been removed.
      state.current?.focus({ preventScroll: true });
    } catch (reason) {
      setFailure(notify.refusal(reason));
    } finally {
      setBusy('');
    }
  };
  const save = () => {
    const wanted = eu ? choice : DEFAULT_LISTS;
    setNoneChosen(!hasAnyList(wanted));
    if (hasAnyList(wanted)) {
      void change('saving', () => call('newsletter/subscribe', { email: user.email, ...wanted, source: 'account' }));
    } else {
      document.getElementById(`${ID}-hah`)?.focus();
    }
  };
  const end = () => void change('ending', () => call('newsletter/unsubscribe', {}));

  const until = ends_at ? timestamps.lastDate(ends_at) : '';
  let words = t`You do not receive our letters.`;
  let label = t`Subscribe`;
  if (ends_at) {
    words = t`You have unsubscribed. This takes 1 to 2 working days; a letter may still reach you until ${until}.`;
    label = t`Keep receiving letters`;
  } else if (confirmation_pending) {
    words = t`Your subscription is waiting for you to confirm it by the link in our email.`;
    label = t`Send the email again`;
  } else if (subscribed) {
    words = t`You receive our letters.`;
    label = t`Save my choice`;
  }
  return (
    <Card id={ID} title={t`Our letters`}>
      <p ref={state} tabIndex={-1} role="status" className={styles.state}>
        <NoWrap>{words}</NoWrap>
      </p>
      <div className={styles.newsletter}>
        {failure && <Notice tone="error" alert title={say(failure)} />}
        {(eu || !subscribed || ends_at) && (
          <PostForm call="newsletter/subscribe" then={urls.account(lang)} onSubmit={save}>
            <input type="hidden" name="email" value={user.email} />
            <input type="hidden" name="source" value="account" />
            {eu ? (
              <NewsletterChoices
                id={ID}
                legend={t`What may we write to you about?`}
                lists={choice}
                onChange={(next) => {
                  setChoice(next);
                  if (hasAnyList(next)) setNoneChosen(false);
                }}
                noneChosen={noneChosen}
              />
            ) : (
              <input type="hidden" name="brand" value="1" />
            )}
            <Button type="submit" small variant="secondary" busy={busy === 'saving'} busyLabel={t`One moment…`}>
              {label}
            </Button>
          </PostForm>
        )}
        {subscribed && !ends_at && (
          <PostForm call="newsletter/unsubscribe" then={urls.account(lang)} onSubmit={end}>
            <Button type="submit" small variant="quiet" busy={busy === 'ending'} busyLabel={t`One moment…`}>
              {t`Unsubscribe`}
            </Button>
          </PostForm>
        )}
      </div>
    </Card>
  );
}
