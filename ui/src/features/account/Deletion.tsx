/** Account deletion: consequences, password, confirmation; and cancellation while it is pending. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { Deletion as Asked, UserInfo } from '../../api/types';
import { urls } from '../../domain/urls';
import { trim } from '../../domain/validate';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { PasswordField } from '../../parts/PasswordField';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { useTimestampFormat } from '../../state/timestampFormat';
import { useForm } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './AccountScreen.module.css';

/** Pending deletion: its date, and cancellation. */
export function DeletionNotice({ deletion, onChange }: { deletion: Asked; onChange: (user: UserInfo) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const timestamps = useTimestampFormat();
  const [busy, setBusy] = useState(false);
  const lang = useLang();
  const [error, setError] = useState<ApiError>();
  const asked = timestamps.momentDate(deletion.asked_at);
  const due = timestamps.momentDate(deletion.due_at);
  const keep = () => {
    setBusy(true);
    setError(undefined);
    call('account/undelete', {})
      .then((user) => {
        onChange(user);
        notify.success({ id: 'account.deletion_withdrawn' });
      })
      .catch((reason) => setError(notify.refusal(reason)))
      .finally(() => setBusy(false));
  };
  return (
    <Notice
      tone="warning"
      title={say({ id: 'account.deletion_queued' })}
      actions={
        <PostForm call="account/undelete" then={urls.account(lang)} onSubmit={keep}>
          <Button type="submit" small variant="secondary" busy={busy} busyLabel={t`One moment…`}>
            {t`Keep my account`}
          </Button>
        </PostForm>
      }
    >
      <p>
        <Trans>
          You asked for this on {asked}. It will be carried out on {due}; until then you can change your mind.
        </Trans>
      </p>
      {error && <p role="alert">{say(error)}</p>}
    </Notice>
  );
}

interface Values {
  password: string;
}

const NAMES = ['password'] as const;
const idOf = () => 'deletion-password';

function check({ password }: Values) {
  return trim(password) === '' ? { password: { id: 'password.current_empty' } } : {};
}

export function DeletionForm({ onChange }: { onChange: (user: UserInfo) => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const lang = useLang();
  const sent = useSentForm('account/delete');
  const [isAsking, setAsking] = useState(false);
  const form = useForm<Values>({ password: '' }, check, sent);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send({ password }) {
      try {
        onChange(await call('account/delete', { password }));
        form.reset({ password: '' });
        notify.success({ id: 'account.deletion_queued' });
      } finally {
        setAsking(false);
      }
    },
  });
  const { failure, busy, text } = sending;
  // Only one field, so no error summary: the field takes focus.
  useEffect(() => {
    if (form.submitCount > 0) document.getElementById(idOf())?.focus();
  }, [form.submitCount]);
  return (
    <div className={styles.deletion}>
      <ul className={`strokes ${styles.consequences}`}>
        <li>
          <Trans>We delete your name, addresses, wishlist, messages and newsletter subscriptions.</Trans>
        </li>
        <li>
          <Trans>Orders on their way will still be delivered. Invoices are kept for as long as the law requires.</Trans>
        </li>
        <li>
          <Trans>It takes 1 to 2 business days. Until then you can log in and withdraw your request.</Trans>
        </li>
      </ul>
      <PostForm
        call="account/delete"
        then={urls.account(lang)}
        className={styles.form}
        onSubmit={() => {
          if (form.submit()) setAsking(true);
        }}
      >
        {failure && <Notice tone="error" alert title={say(failure)} />}
        <PasswordField {...text('password')} label={t`Your password`} autoComplete="current-password" />
        <Button type="submit" variant="secondary">{t`Delete my account`}</Button>
      </PostForm>
      <ConfirmDialog
        open={isAsking}
        title={t`Delete your account?`}
        confirmLabel={t`Delete my account`}
        busy={busy}
        onConfirm={sending.submit}
        onCancel={() => setAsking(false)}
      >
        <p>
          <Trans>Within 1 to 2 business days your account will be deleted. It cannot be restored afterwards.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
