/**
 * Sets a password by a mailed link: after a reset, or for an account created with an order. The URL's token is single-use.
 */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { accountUrls } from '../../domain/accountUrls';
import { queryValue, urls } from '../../domain/urls';
import { password as checkPassword, passwordConfirmation } from '../../domain/validate';
import { Button, ButtonLink } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { NewPasswordField } from '../../parts/NewPasswordField';
import { PasswordField } from '../../parts/PasswordField';
import { useMessageText } from '../../state/i18n';
import { loginNoticeStore, useGuestsOnly } from '../../state/login';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { usePage } from '../../state/page';
import type { ScreenProps } from '../../state/route';
import { useLang, useSentForm, useSite } from '../../state/site';
import { type Problems, problemsIn, useForm } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import { Frame, FramePost } from './Frame';

const NAMES = ['password', 'password_confirmation'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const idOf = (name: keyof Values) => name;

function check(values: Values): Problems<Values> {
  return problemsIn<Values>({
    password: checkPassword(values.password),
    password_confirmation: passwordConfirmation(values.password_confirmation, values.password),
  });
}

export default function SetPasswordScreen({ search }: ScreenProps) {
  const { t } = useLingui();
  const lang = useLang();
  const notify = useNotify();
  const token = queryValue(search, 'token');
  // Neither password comes back with it.
  const sent = useSentForm('account/reset');
  const form = useForm<Values>({ password: '', password_confirmation: '' }, check, sent);
  const sending = useFormSubmit({
    form,
    names: NAMES,
    idOf,
    sent,
    async send(values) {
      await call('account/reset', { token, ...values });
      notify.success({ id: 'password.saved' });
      loginNoticeStore.set({ messageId: 'password.saved' });
      navigate(urls.login(lang), { replace: true });
    },
  });
  const { errors, busy, failure, text } = sending;
  const isInvalid = failure?.id === 'password.token_mismatch' || failure?.id === 'password.token_expired';
  useGuestsOnly('');
  usePage({ title: t`Choose your password`, noindex: true, hasErrors: errors.length > 0 });

  if (!token || isInvalid) {
    return <InvalidLink messageId={failure?.id ?? 'password.token_mismatch'} title={t`Choose your password`} />;
  }
  return (
    <Frame
      title={t`Choose your password`}
      intro={<Trans>At least 6 characters; 8 or more are safer. You then log in with it.</Trans>}
      errors={errors}
      submitCount={form.submitCount}
    >
      <FramePost call="account/reset" then={`${urls.login(lang)}?done=password`} onSubmit={sending.submit}>
        <input type="hidden" name="token" value={token} />
        <NewPasswordField {...text('password')} label={t`New password`} />
        <PasswordField {...text('password_confirmation')} label={t`Confirm new password`} autoComplete="new-password" />
        <Button type="submit" block busy={busy} busyLabel={t`Saving…`}>
          {t`Save the password`}
        </Button>
      </FramePost>
    </Frame>
  );
}

/** Expired or used link, with how to get another. */
function InvalidLink({ title, messageId }: { title: string; messageId: string }) {
  const { t } = useLingui();
  const { lang, phone, email } = useSite();
  const say = useMessageText();
  return (
    <Frame title={title}>
      <Notice
        tone="error"
        alert
        title={say({ id: messageId })}
        actions={<ButtonLink small href={accountUrls.forgot(lang)}>{t`Send a new link`}</ButtonLink>}
      >
        <p>
          <Trans>
            Each link works once, and only the latest one we sent. If your mail program has broken the link, copy all of
            it.
          </Trans>
        </p>
      </Notice>
      <p className="small">
        <Trans>
          Or ask us: <a href={`tel:${phone.replace(/\s/g, '')}`}>{phone}</a>, <a href={`mailto:${email}`}>{email}</a>
        </Trans>
      </p>
    </Frame>
  );
}
