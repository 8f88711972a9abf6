/** Name, address, member card and password: two forms, sent separately. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import type { UserInfo } from '../../api/types';
import { AccountFrame } from '../../layout/AccountFrame';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { usePage } from '../../state/page';
import { useUser } from '../../state/user';
import { DetailsForm, useDetailsForm } from './DetailsForm';
import { PasswordForm, usePasswordForm } from './PasswordForm';

export default function AccountEditScreen() {
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

function Forms({ user, onSaved, onErrors }: FormsProps) {
  const { t } = useLingui();
  const details = useDetailsForm(user, onSaved);
  const password = usePasswordForm();
  /** The form sent last: its errors are in the summary. */
  const [sent, setSent] = useState<'details' | 'password'>('details');
  const { errors } = (sent === 'details' ? details : password).sending;
  const hasErrors = errors.length > 0;
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  const isChanged = details.isChanged || password.isChanged;
  return (
    <AccountFrame
      part="details"
      title={t`Details and password`}
      errors={errors}
      submitCount={details.form.submitCount + password.form.submitCount}
    >
      {/* The password has been saved: leaving loses nothing. */}
      <LeaveGuard when={isChanged && !password.sending.busy} />
      <DetailsForm of={details} isSaved={details.isSaved && !isChanged} onSubmit={() => setSent('details')} />
      <PasswordForm of={password} email={user.email} onSubmit={() => setSent('password')} />
    </AccountFrame>
  );
}
