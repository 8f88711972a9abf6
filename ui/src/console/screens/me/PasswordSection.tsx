import { useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { refetchSessions, useSelf } from '../../api/queries';
import { Button } from '../../parts/Button';
import { PASSWORD_MIN, useChecks } from '../../parts/check';
import { PasswordField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { Section } from '../../parts/Page';
import { toast } from '../../parts/toasts';

export function PasswordSection() {
  const { t } = useLingui();
  const { email } = useSelf();
  const check = useChecks();
  const form = useForm({
    id: 'new',
    initial: { password: '' },
    check: ({ password }) => ({ password: check.newPassword(password) }),
    send: async ({ password }) => {
      await call('staff/password', { password });
      await refetchSessions();
      form.reset();
      toast(t`Your password is changed. All other sessions have ended.`);
    },
  });
  return (
    <Section
      id="password"
      title={t`Password`}
      lead={t`A new password ends all your other sessions. You are asked first to confirm that it is you.`}
    >
      <Form form={form}>
        <Pair>
          <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            {...form.field('password')}
            label={t`New password`}
            hint={t`${PASSWORD_MIN} characters or more, spaces allowed`}
            autoComplete="new-password"
          />
        </Pair>
        <Actions>
          <Button type="submit" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Change the password`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}
