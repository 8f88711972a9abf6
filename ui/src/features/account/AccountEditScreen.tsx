/** Name, address, member card and password, two forms that are sent separately; passkeys, and where the customer is logged in. */

import { useLingui } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { UserInfo } from '../../api/types';
import { AccountFrame } from '../../layout/AccountFrame';
import type { SummaryError } from '../../parts/ErrorSummary';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { usePage } from '../../state/page';
import { useUser } from '../../state/user';
import { DetailsForm, useDetailsForm } from './DetailsForm';
import { Passkeys } from './Passkeys';
import { PasswordForm, usePasswordForm } from './PasswordForm';
import { Sessions } from './Sessions';

/** Errors of the form sent last, for the summary above the heading. */
interface Sent {
  errors: SummaryError[];
  submitCount: number;
}

const NOTHING_SENT: Sent = { errors: [], submitCount: 0 };

export default function AccountEditScreen() {
  const { t } = useLingui();
  const user = useUser();
  const { data, error, loading, slow, retry, cancel, update } = user;
  const [sent, setSent] = useState(NOTHING_SENT);
  const onSent = useCallback(
    (next: Sent) => setSent((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next)),
    [],
  );
  usePage({ title: t`Details and password`, noindex: true, hasErrors: sent.errors.length > 0 });
  // One frame while loading and after: its heading has the focus.
  return (
    <AccountFrame part="details" title={t`Details and password`} {...sent}>
      {data ? (
        <Forms key={data.email} user={data} onSaved={update} onSent={onSent} />
      ) : (
        <Region busy={loading}>
          {error && <LoadError error={error} onRetry={retry} />}
          {slow && <SlowNotice onCancel={cancel} onRetry={retry} />}
          {loading && <Skeleton lines={8} />}
        </Region>
      )}
    </AccountFrame>
  );
}

interface FormsProps {
  user: UserInfo;
  onSaved: (user: UserInfo) => void;
  onSent: (sent: Sent) => void;
}

function Forms({ user, onSaved, onSent }: FormsProps) {
  const details = useDetailsForm(user, onSaved);
  const password = usePasswordForm();
  const [last, setLast] = useState<'details' | 'password'>('details');
  const { errors } = (last === 'details' ? details : password).sending;
  const submitCount = details.form.submitCount + password.form.submitCount;
  useLayoutEffect(() => onSent({ errors, submitCount }), [errors, submitCount, onSent]);
  const isChanged = details.isChanged || password.isChanged;
  return (
    <>
      {/* The password has been saved: leaving loses nothing. */}
      <LeaveGuard when={isChanged && !password.sending.busy} />
      <DetailsForm of={details} isSaved={details.isSaved && !isChanged} onSubmit={() => setLast('details')} />
      <PasswordForm of={password} email={user.email} onSubmit={() => setLast('password')} />
      <Passkeys />
      <Sessions />
    </>
  );
}
