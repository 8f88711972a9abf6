/** Name, address, member card and password, two forms that are sent separately; passkeys, and where the customer is logged in. */

import { useLingui } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, useState } from 'react';
import type { UserInfo } from '../../api/types';
import { AccountFrame } from '../../layout/AccountFrame';
import { DoneNotice } from '../../layout/DoneNotice';
import type { SummaryError } from '../../parts/ErrorSummary';
import { LoadError, Region, Skeleton, SlowNotice } from '../../parts/Feedback';
import { LeaveGuard } from '../../parts/LeaveGuard';
import { useMessageText } from '../../state/i18n';
import { usePage } from '../../state/page';
import { usePageInfo, useSentForm } from '../../state/site';
import { useUser } from '../../state/user';
import { DETAIL_NAMES, PASSWORD_NAMES } from './accountForms';
import { DetailsForm, useDetailsForm } from './DetailsForm';
import { Passkeys } from './Passkeys';
import { PasswordForm, usePasswordForm } from './PasswordForm';
import { EndedNotice, Sessions } from './Sessions';

/** Errors of the form sent last, for the summary above the heading. */
interface Sent {
  errors: SummaryError[];
  submitCount: number;
}

const NOTHING_SENT: Sent = { errors: [], submitCount: 0 };
const DONE = { saved: 'account.saved' };

/** The same of a form sent without scripts: the server renders the summary before the forms, which have the errors. */
function useRefused(): Sent {
  const say = useMessageText();
  const { form } = usePageInfo();
  const isPassword = form?.call === 'account/password';
  if (!form || !(isPassword || form.call === 'account/update')) return NOTHING_SENT;
  const { error } = form;
  const names: readonly string[] = isPassword ? PASSWORD_NAMES : DETAIL_NAMES;
  const wrong = names.filter((name) => error.fields[name]);
  const errors = (wrong.length > 0 ? wrong : names.slice(0, 1)).map((name) => ({
    id: `${isPassword ? 'password' : 'details'}-${name}`,
    message: say(error.fields[name] ?? error),
  }));
  return { errors, submitCount: 1 };
}

export default function AccountEditScreen() {
  const { t } = useLingui();
  const user = useUser();
  const { data, error, loading, slow, retry, cancel, update } = user;
  const [sent, setSent] = useState(useRefused());
  const onSent = useCallback(
    (next: Sent) => setSent((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next)),
    [],
  );
  usePage({ title: t`Details and password`, noindex: true, hasErrors: sent.errors.length > 0 });
  // One frame while loading and after: its heading has the focus.
  return (
    <AccountFrame part="details" title={t`Details and password`} {...sent}>
      <DoneNotice of={DONE} />
      <EndedNotice />
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
  const [last, setLast] = useState<'details' | 'password'>(useSentForm('account/password') ? 'password' : 'details');
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
