/** One's own name, language, sessions, passkeys, password and recovery codes. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { call } from '../../api/client';
import { setSelf, useSelf, useSession } from '../../api/queries';
import type { Lang } from '../../api/types';
import { Button } from '../../parts/Button';
import { useChecks } from '../../parts/check';
import { Field, SelectField } from '../../parts/Field';
import { Actions, Form, Pair, useForm } from '../../parts/Form';
import { LANGUAGE_NAMES, LOCALES, speak } from '../../parts/language';
import { useNames } from '../../parts/names';
import { Page, Section } from '../../parts/Page';
import { toast } from '../../parts/toasts';
import { CodesSection } from './CodesSection';
import { PasskeysSection } from './PasskeysSection';
import { PasswordSection } from './PasswordSection';
import { SessionsSection } from './SessionsSection';

/** Said in the language that was just chosen. */
const SAVED = msg`Your profile is saved.`;

export default function MeScreen() {
  const { t } = useLingui();
  const { email, role, has_password: hasPassword } = useSelf();
  const names = useNames();
  const roleName = names.role(role.name);
  return (
    <Page title={t`My account`} lead={t`You are signed in as ${email}, with the role ‘${roleName}’.`}>
      <ProfileSection />
      <SessionsSection />
      <PasskeysSection />
      {hasPassword && (
        <>
          <PasswordSection />
          <CodesSection />
        </>
      )}
    </Page>
  );
}

function ProfileSection() {
  const { t, i18n } = useLingui();
  const { languages } = useSession();
  const self = useSelf();
  const check = useChecks();
  const form = useForm({
    id: 'profile',
    initial: { name: self.name, lang: self.lang as string },
    check: ({ name }) => ({ name: check.name(name) }),
    send: async ({ name, lang }) => {
      const saved = await call('staff/profile', { name: name.trim(), lang: lang as Lang });
      await speak(saved.lang as Lang);
      setSelf(saved);
      toast(i18n._(SAVED));
    },
  });
  return (
    <Section id="profile" title={t`Profile`}>
      <Form form={form}>
        <Pair>
          <Field {...form.field('name')} label={t`Name`} autoComplete="name" maxLength={80} />
          <SelectField
            {...form.field('lang')}
            label={t`Language`}
            options={languages.map((lang) => ({ value: lang, label: LANGUAGE_NAMES[lang], lang: LOCALES[lang] }))}
          />
        </Pair>
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
        </Actions>
      </Form>
    </Section>
  );
}
