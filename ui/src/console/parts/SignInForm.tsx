/** Address, password and code. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../api/client';
import type { StaffSelf } from '../api/types';
import { Button } from './Button';
import { plainCode, useChecks } from './check';
import { CodeField, Field, PasswordField } from './Field';
import { Actions, Form, useForm } from './Form';
import { CheckField } from './MoreFields';

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
  return (
    <Form form={form}>
      <Field
        {...form.field('email')}
        label={t`Email address`}
        type="email"
        autoComplete="username"
        autoFocus={Boolean(autoFocus)}
      />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <CodeField
        {...form.field('code')}
        allowsRecovery
        label={t`Code`}
        hint={t`Six digits from your authenticator app, or a recovery code`}
      />
      <CheckField id={`${id}-shared`} checked={isShared} onChange={setShared}>
        <Trans>Others use this device too: lock it after ten minutes without use.</Trans>
      </CheckField>
      <Actions>
        <Button type="submit" variant="primary" block isPending={form.isBusy}>
          {form.isBusy ? t`Signing in…` : t`Sign in`}
        </Button>
      </Actions>
    </Form>
  );
}
