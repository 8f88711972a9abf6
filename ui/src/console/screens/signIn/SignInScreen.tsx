/** Password and code. Stands in for any address while nobody is signed in, which is shown afterwards. */

import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { setSelf, useSession } from '../../api/queries';
import { Button } from '../../parts/Button';
import { plainCode, useChecks } from '../../parts/check';
import { CodeField, Field, PasswordField } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { Threshold } from '../../parts/Threshold';

export default function SignInScreen() {
  const { t } = useLingui();
  const { is_demo: isDemo } = useSession();
  const check = useChecks();
  const form = useForm({
    id: 'sign-in',
    initial: { email: '', password: '', code: '' },
    check: ({ email, password, code }) => ({
      email: check.email(email),
      password: check.filled(password),
      code: check.anyCode(code),
    }),
    send: async ({ email, password, code }) => {
      // A code counts once, so that a refused one is of no more use.
      form.set('code', '');
      setSelf(await call('staff/sign_in', { email: email.trim(), password, code: plainCode(code) }));
    },
  });
  return (
    <Threshold title={t`Sign in`} lead={isDemo ? t`This is the demonstration: nothing here is real.` : undefined}>
      <Form form={form}>
        <Field {...form.field('email')} label={t`Email address`} type="email" autoComplete="username" />
        <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
        <CodeField
          {...form.field('code')}
          allowsRecovery
          label={t`Code`}
          hint={t`Six digits from your authenticator app, or a recovery code`}
        />
        <Actions>
          <Button type="submit" variant="primary" block isPending={form.isBusy}>
            {form.isBusy ? t`Signing in…` : t`Sign in`}
          </Button>
        </Actions>
      </Form>
      <details>
        <summary>{t`Trouble signing in?`}</summary>
        <ul className="strokes">
          <li>
            <Trans>The code is refused: set your phone’s clock to automatic and enter the next code.</Trans>
          </li>
          <li>
            <Trans>Your phone is not at hand: enter a recovery code instead of the six digits.</Trans>
          </li>
          <li>
            <Trans>
              You have lost your password or your codes: ask an owner for a new invitation. If no owner can sign in,
              whoever runs the server can send one.
            </Trans>
          </li>
          <li>
            <Trans>After several wrong attempts, wait for the minutes that the page shows.</Trans>
          </li>
        </ul>
      </details>
    </Threshold>
  );
}
