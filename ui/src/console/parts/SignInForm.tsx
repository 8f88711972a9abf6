/** A passkey, which needs no address; or address, password and code. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../api/client';
import { signInByPasskey, usePasskeyPlace } from '../api/passkeys';
import type { StaffSelf } from '../api/types';
import { Button } from './Button';
import { plainCode, useChecks } from './check';
import { CodeField, Field, PasswordField } from './Field';
import { Actions, Form, useForm } from './Form';
import { CheckField } from './MoreFields';
import { PasskeyButton } from './PasskeyButton';
import { NoPasskeys, Ways } from './Ways';

const KEY = 'console.shared';

/** What was said on this device last. */
function wasShared(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

function keep(isShared: boolean): void {
  try {
    localStorage.setItem(KEY, isShared ? 'yes' : 'no');
  } catch {
    // Without storage it is asked anew.
  }
}

interface Props {
  id: string;
  autoFocus?: boolean;
  onDone: (self: StaffSelf) => void;
}

export function SignInForm({ id, autoFocus, onDone }: Props) {
  const { t } = useLingui();
  const check = useChecks();
  const isOffered = usePasskeyPlace() === 'here';
  const [isShared, setShared] = useState(wasShared);
  const form = useForm({
    id,
    initial: { email: '', password: '', code: '' },
    check: ({ email, password, code }) => ({
      email: check.email(email),
      password: check.filled(password),
      code: check.anyCode(code),
    }),
    send: async ({ email, password, code }) => {
      // A code counts once, so that a refused one is of no more use.
      form.set('code', '');
      const claim = { email: email.trim(), password, code: plainCode(code), shared: isShared };
      const self = await call('staff/sign_in', claim);
      keep(isShared);
      onDone(self);
    },
  });
  const byPasskey = async () => {
    const self = await signInByPasskey(isShared);
    if (!self) return;
    keep(isShared);
    onDone(self);
  };
  const shared = (
    <CheckField id={`${id}-shared`} checked={isShared} onChange={setShared}>
      <Trans>Others use this device too: lock it after ten minutes without use.</Trans>
    </CheckField>
  );
  const passkey = isOffered && (
    <>
      <PasskeyButton
        label={t`Sign in with a passkey`}
        busyLabel={t`Waiting for your passkey…`}
        autoFocus={Boolean(autoFocus)}
        onUse={byPasskey}
      />
      {shared}
    </>
  );
  const password = (
    <Form form={form}>
      <Field
        {...form.field('email')}
        label={t`Email address`}
        type="email"
        autoComplete="username"
        autoFocus={Boolean(autoFocus) && !isOffered}
      />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <CodeField
        {...form.field('code')}
        allowsRecovery
        label={t`Code`}
        hint={t`Six digits from your authenticator app, or a recovery code`}
      />
      {!isOffered && shared}
      <Actions>
        <Button type="submit" variant={isOffered ? 'secondary' : 'primary'} block isPending={form.isBusy}>
          {form.isBusy ? t`Signing in…` : t`Sign in`}
        </Button>
      </Actions>
      <NoPasskeys />
    </Form>
  );
  return <Ways passkey={passkey} password={password} />;
}
