/** Makes a token, and shows its secret this once. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useCreateToken } from '../../api/tokens';
import type { Permission, Tokens } from '../../api/types';
import { Button } from '../../parts/Button';
import { CopyValue } from '../../parts/Copy';
import { useChecks } from '../../parts/check';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { RightsChoice } from '../../parts/RightsChoice';
import { useFormat } from '../../parts/text';
import styles from './ProgramsScreen.module.css';

const DAY = 86_400_000;

const written = (rights: readonly Permission[]) => rights.join(' ');
const read = (text: string) => text.split(' ').filter(Boolean) as Permission[];

export function CreateDialog({ tokens, onClose }: { tokens: Tokens; onClose: () => void }) {
  const { t } = useLingui();
  const check = useChecks();
  const format = useFormat();
  const { mutateAsync, reset } = useCreateToken();
  const [secret, setSecret] = useState<string>();
  const inDays = (days: number) => format.dayOf(Date.now() + days * DAY);
  const form = useForm({
    id: 'token',
    initial: { name: '', permissions: '', ends_on: inDays(90) },
    check: ({ name, permissions, ends_on }) => ({
      name: check.name(name),
      permissions: permissions ? undefined : t`Choose at least one right.`,
      ends_on: ends_on ? undefined : t`Enter a day.`,
    }),
    send: async ({ name, permissions, ends_on }) => {
      const created = await mutateAsync({ name: name.trim(), permissions: read(permissions), ends_on });
      setSecret(created.secret);
      reset();
    },
  });
  const name = form.values.name.trim();
  if (secret) return <Secret name={name} secret={secret} onClose={onClose} />;
  const presets = [
    { day: inDays(30), label: t`30 days` },
    { day: inDays(90), label: t`90 days` },
    { day: tokens.latest_on, label: t`1 year` },
  ];
  return (
    <Dialog title={t`Create a token`} isOpen onClose={onClose} wide holdsInput>
      <Form form={form}>
        <Field
          {...form.field('name')}
          label={t`Name of the program`}
          hint={t`The audit shows it wherever the program has done something.`}
          autoComplete="off"
          maxLength={60}
          autoFocus
        />
        <RightsChoice
          id="token-permissions"
          rights={tokens.grantable}
          allowed={tokens.grantable}
          value={read(form.values.permissions)}
          onChange={(rights) => form.set('permissions', written(rights))}
          hint={t`Give it what it needs and no more. If your own rights become fewer, so do its.`}
          error={form.errors.permissions}
        />
        <Field {...form.field('ends_on')} label={t`Last day on which it is good`} type="date" short />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, whose place is fixed */}
        <div role="group" aria-label={t`Usual spans`} className={styles.presets}>
          {presets.map(({ day, label }) => (
            <Button
              key={label}
              small
              icon={form.values.ends_on === day ? 'check' : 'clock'}
              aria-pressed={form.values.ends_on === day}
              onPress={() => form.set('ends_on', day)}
            >
              {label}
            </Button>
          ))}
        </div>
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Creating…` : t`Create the token`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function Secret({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const { t } = useLingui();
  // It is not shown again.
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  return (
    <Dialog title={t`The token of ${name} is ready`} isOpen isPersistent onClose={onClose} wide>
      <Notice tone="warning" title={t`It is shown only now`}>
        <Trans>
          Put it where the program keeps its secrets, never into a mail or a sheet. Whoever has it can do what the
          program may do, until you revoke it here.
        </Trans>
      </Notice>
      <CopyValue label={t`Token`} value={secret} />
      <p>
        <Trans>The program sends it with each call:</Trans> <code translate="no">Authorization: Bearer hah_…</code>
      </p>
      <Actions>
        <Button variant="primary" onPress={onClose}>{t`Done`}</Button>
      </Actions>
    </Dialog>
  );
}
