/** Asks for a passkey, or password and code, before a call that needs them; the call is repeated by itself afterwards. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../api/client';
import { proveByPasskey, usePasskeyPlace } from '../api/passkeys';
import { proofAsked, settleProof } from '../api/proof';
import { useSession } from '../api/queries';
import { useStore } from '../api/store';
import { Button } from '../parts/Button';
import { plainCode, useChecks } from '../parts/check';
import { Dialog } from '../parts/Dialog';
import { CodeField, PasswordField } from '../parts/Field';
import { Actions, Form, useForm } from '../parts/Form';
import { PasskeyButton } from '../parts/PasskeyButton';
import { NoPasskeys, Ways } from '../parts/Ways';

export function ProofDialog() {
  const { t } = useLingui();
  const isAsked = useStore(proofAsked);
  if (!isAsked) return null;
  return (
    <Dialog title={t`Confirm that it is you`} isOpen onClose={() => settleProof(false)}>
      <ProofForm />
    </Dialog>
  );
}

function ProofForm() {
  const { t } = useLingui();
  const { signed_in: self } = useSession();
  const check = useChecks();
  const hasPasskey = usePasskeyPlace() === 'here' && (self?.passkeys ?? 0) > 0;
  const form = useForm({
    id: 'proof',
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({ password: check.filled(password), code: check.anyCode(code) }),
    send: async ({ password, code }) => {
      // A code counts once, so that a refused one is of no more use.
      form.set('code', '');
      await call('staff/prove', { password, code: plainCode(code) });
      settleProof(true);
    },
  });
  const byPasskey = async () => {
    if (await proveByPasskey()) settleProof(true);
  };
  const passkey = hasPasskey && (
    <PasskeyButton
      label={t`Confirm with your passkey`}
      busyLabel={t`Waiting for your passkey…`}
      autoFocus
      onUse={byPasskey}
    />
  );
  const password = self?.has_password && (
    <Form form={form}>
      <input type="email" name="username" autoComplete="username" value={self.email} readOnly hidden />
      <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
      <CodeField
        {...form.field('code')}
        allowsRecovery
        label={t`Code`}
        hint={t`Six digits from your authenticator app, or a recovery code`}
      />
      <Actions>
        <Button type="submit" variant={hasPasskey ? 'secondary' : 'primary'} isPending={form.isBusy}>
          {form.isBusy ? t`Checking…` : t`Confirm`}
        </Button>
        <Button onPress={() => settleProof(false)}>{t`Cancel`}</Button>
      </Actions>
    </Form>
  );
  return (
    <>
      <p>
        <Trans>This step needs proof that it is you. You are not asked again for five minutes.</Trans>
      </p>
      <Ways passkey={passkey} password={password} />
      {!password && (
        <Actions>
          <Button onPress={() => settleProof(false)}>{t`Cancel`}</Button>
        </Actions>
      )}
      {!passkey && !password && <NoPasskeys />}
    </>
  );
}
