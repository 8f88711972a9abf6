/** Form of a new password. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { NewPasswordField } from '../../parts/NewPasswordField';
import { PasswordField } from '../../parts/PasswordField';
import { completeLogout, loginNoticeStore, useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { useNotify } from '../../state/notify';
import { useLang, useSentForm } from '../../state/site';
import { useForm } from '../../state/useForm';
import { useFormSubmit } from '../../state/useFormSubmit';
import styles from './AccountEditScreen.module.css';
import { checkPassword, PASSWORD_NAMES, type PasswordValues } from './accountForms';

const EMPTY: PasswordValues = { current_password: '', password: '', password_confirmation: '' };
const idOf = (name: keyof PasswordValues) => `password-${name}`;

export function usePasswordForm() {
  const lang = useLang();
  const answers = useAnswers();
  const notify = useNotify();
  const sent = useSentForm('account/password');
  const form = useForm<PasswordValues>(EMPTY, checkPassword, sent);
  const sending = useFormSubmit({
    form,
    names: PASSWORD_NAMES,
    idOf,
    sent,
    async send(values) {
      await call('account/password', values);
      completeLogout(answers);
      notify.success({ id: 'password.saved' });
      loginNoticeStore.set({ messageId: 'password.saved' });
      navigate(urls.login(lang), { replace: true, force: true });
    },
  });
  return { form, sending, isChanged: Object.values(form.values).some((value) => value !== '') };
}

interface PasswordFormProps {
  of: ReturnType<typeof usePasswordForm>;
  /** Name of the account, for password managers. */
  email: string;
  onSubmit: () => void;
}

export function PasswordForm({ of: { sending }, email, onSubmit }: PasswordFormProps) {
  const { t } = useLingui();
  const lang = useLang();
  const { text } = sending;
  return (
    <PostForm
      id="password"
      call="account/password"
      then={`${urls.login(lang)}?done=password`}
      className={styles.form}
      aria-labelledby="edit-password"
      onSubmit={() => {
        onSubmit();
        sending.submit();
      }}
    >
      <h2 id="edit-password" className="subheading">{t`Your password`}</h2>
      <p className={styles.note}>
        <Trans>After the change you will be logged out on every device. Please log in with the new password.</Trans>
      </p>
      <input
        type="text"
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField {...text('current_password')} label={t`Current password`} autoComplete="current-password" />
      <NewPasswordField
        {...text('password')}
        label={t`New password`}
        hint={t`At least 6 characters; 8 or more are safer`}
      />
      <PasswordField {...text('password_confirmation')} label={t`Confirm new password`} autoComplete="new-password" />
      <Button type="submit" variant="secondary" busy={sending.busy} busyLabel={t`Saving…`}>
        {t`Change the password`}
      </Button>
    </PostForm>
  );
}
