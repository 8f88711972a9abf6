/** Name, address, member card and password: two forms, sent one at a time. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client';
import type { UserInfo } from '../../api/types';
import { urls } from '../../domain/urls';
import * as validate from '../../domain/validate';
import { AccountFrame } from '../../layout/AccountFrame';
import { Button } from '../../parts/Button';
import { LoadError, Notice, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { NameFields } from '../../parts/NameFields';
import { PasswordField } from '../../parts/PasswordField';
import { useFormDraft } from '../../state/formDraft';
import { useMessageText } from '../../state/i18n';
import { completeLogout, loginNoticeStore, useAnswers } from '../../state/login';
import { navigate } from '../../state/navigation';
import { usePage } from '../../state/page';
import { useLang, useSite } from '../../state/site';
import { showToast } from '../../state/toast';
import { useForm } from '../../state/useForm';
import { type FormSubmit, useFormSubmit } from '../../state/useFormSubmit';
import { useUser } from '../../state/user';
import {
  checkDetails,
  checkPassword,
  type DetailValues,
  detailsOf,
  isOtherEmail,
  type PasswordValues,
} from './accountForms';
import styles from './EditScreen.module.css';

export default function EditScreen() {
  const { t } = useLingui();
  const user = useUser();
  const { data, error, loading, slow, retry, cancel, update } = user;
  const [hasErrors, setErrors] = useState(false);
  usePage({ title: t`Details and password`, noindex: true, hasErrors });
  if (data) return <Forms key={data.email} user={data} onSaved={update} onErrors={setErrors} />;
  return (
    <AccountFrame part="details" title={t`Details and password`}>
      <Region busy={loading}>
        {error && <LoadError error={error} onRetry={retry} />}
        {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
        {loading && <Skeleton lines={8} />}
      </Region>
    </AccountFrame>
  );
}

interface FormsProps {
  user: UserInfo;
  onSaved: (user: UserInfo) => void;
  onErrors: (hasErrors: boolean) => void;
}

const DETAILS = ['first_name', 'last_name', 'email', 'current_password', 'member_card'] as const;
const PASSWORD = ['current_password', 'password', 'password_confirmation'] as const;
const DRAFT_NAME = 'account-edit';

const idOfDetail = (name: keyof DetailValues) => `details-${name}`;
const idOfPassword = (name: keyof PasswordValues) => `password-${name}`;

function Forms({ user, onSaved, onErrors }: FormsProps) {
  const { t } = useLingui();
  const lang = useLang();
  const say = useMessageText();
  const answers = useAnswers();
  const [isSaved, setSaved] = useState(false);
  /** The form sent last: its errors are in the summary. */
  const [sent, setSent] = useState<'details' | 'password'>('details');
  const saved = useRef(user);

  const details = useForm<DetailValues>(detailsOf(user), (values) => checkDetails(values, saved.current.email));
  const password = useForm<PasswordValues>(
    { current_password: '', password: '', password_confirmation: '' },
    checkPassword,
  );
  useFormDraft(DRAFT_NAME, user.email, details);

  const sendingDetails = useFormSubmit({
    form: details,
    names: DETAILS,
    idOf: idOfDetail,
    draft: { name: DRAFT_NAME, owner: user.email },
    async send(values) {
      setSaved(false);
      const { member_card, current_password } = values;
      const answer = await call('account/update', {
        first_name: validate.oneLine(values.first_name),
        last_name: validate.oneLine(values.last_name),
        email: validate.trim(values.email),
        member_card: validate.compact(member_card),
        current_password: isOtherEmail(values, user.email) ? current_password : '',
      });
      saved.current = answer;
      details.reset(detailsOf(answer));
      setSaved(true);
      answers.invalidate('membercard/index');
      showToast(say({ id: 'account.saved', params: {} }), 'success');
      onSaved(answer);
    },
  });
  const sendingPassword = useFormSubmit({
    form: password,
    names: PASSWORD,
    idOf: idOfPassword,
    async send(values) {
      await call('account/password', values);
      completeLogout(answers);
      loginNoticeStore.set({ messageId: 'password.saved' });
      navigate(urls.login(lang), { replace: true, force: true });
    },
  });

  const errors = sent === 'details' ? sendingDetails.errors : sendingPassword.errors;
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  const isChanged =
    JSON.stringify(details.values) !== JSON.stringify(detailsOf(saved.current)) ||
    Object.values(password.values).some((value) => value !== '');

  return (
    <AccountFrame
      part="details"
      title={t`Details and password`}
      errors={errors}
      turn={details.submitCount + password.submitCount}
    >
      {/* The password has been saved: leaving loses nothing. */}
      <LeaveGuard when={isChanged && !sendingPassword.busy} />
      <form
        className={styles.form}
        noValidate
        aria-labelledby="edit-details"
        onSubmit={(event) => {
          setSent('details');
          sendingDetails.submit(event);
        }}
      >
        <h2 id="edit-details" className={styles.title}>{t`Your details`}</h2>
        {isSaved && !isChanged && <Notice tone="success" title={say({ id: 'account.saved', params: {} })} />}
        <DetailFields sending={sendingDetails} email={saved.current.email} values={details.values} />
        <Button type="submit" busy={sendingDetails.busy} busyLabel={t`Saving…`}>
          {t`Save changes`}
        </Button>
      </form>
      <form
        id="password"
        className={styles.form}
        noValidate
        aria-labelledby="edit-password"
        onSubmit={(event) => {
          setSent('password');
          sendingPassword.submit(event);
        }}
      >
        <h2 id="edit-password" className={styles.title}>{t`Your password`}</h2>
        <p className={styles.note}>
          <Trans>After the change you will be logged out on every device. Please log in with the new password.</Trans>
        </p>
        {/* Password managers need the account's name. */}
        <input
          type="text"
          className="visually-hidden"
          name="username"
          autoComplete="username"
          value={user.email}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          {...sendingPassword.text('current_password')}
          label={t`Current password`}
          autoComplete="current-password"
        />
        <PasswordField
          {...sendingPassword.text('password')}
          label={t`New password`}
          hint={t`At least 6 characters; 8 or more are safer`}
          autoComplete="new-password"
        />
        <PasswordField
          {...sendingPassword.text('password_confirmation')}
          label={t`Confirm new password`}
          autoComplete="new-password"
        />
        <Button type="submit" variant="secondary" busy={sendingPassword.busy} busyLabel={t`Saving…`}>
          {t`Change the password`}
        </Button>
      </form>
    </AccountFrame>
  );
}

interface DetailFieldsProps {
  sending: FormSubmit<DetailValues>;
  /** As it is saved. */
  email: string;
  values: DetailValues;
}

function DetailFields({ sending, email, values }: DetailFieldsProps) {
  const { t } = useLingui();
  const { brand } = useSite();
  const { text } = sending;
  return (
    <>
      <div className={styles.pair}>
        <NameFields text={text} />
      </div>
      <Field
        {...text('email')}
        type="email"
        label={t`Email`}
        hint={t`For logging in, and for news of your orders`}
        required
        autoComplete="email"
        autoCapitalize="none"
        inputMode="email"
        maxLength={validate.EMAIL_MAX}
      />
      {isOtherEmail(values, email) && (
        <PasswordField
          {...text('current_password')}
          label={t`Current password`}
          hint={t`Because the email address changes`}
          autoComplete="current-password"
        />
      )}
      <Field
        {...text('member_card')}
        label={t`Member card number`}
        hint={t`16 digits, of the loyalty programme that ${brand} belongs to`}
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  );
}
