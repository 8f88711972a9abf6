/** Makes, copies or changes a role. Where somebody else has changed it meanwhile, both are shown and neither is lost. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { fetchSession, usePeopleCall, useSelf } from '../../api/queries';
import type { People, Permission, RoleItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { useChecks } from '../../parts/check';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { useNames } from '../../parts/names';
import { RightsChoice } from '../../parts/RightsChoice';
import { useFormat } from '../../parts/text';
import { toast } from '../../parts/toasts';

export type RoleEdit = { kind: 'add' } | { kind: 'copy' | 'change'; role: RoleItem };

type Props = Pick<People, 'roles' | 'permissions'> & { edit: RoleEdit; onClose: () => void };

/** Values of forms are texts. */
const written = (rights: readonly Permission[]) => rights.join(' ');
const read = (text: string) => text.split(' ').filter(Boolean) as Permission[];

export function RoleEditor({ edit, roles, permissions, onClose }: Props) {
  const { t } = useLingui();
  const check = useChecks();
  const names = useNames();
  const format = useFormat();
  const self = useSelf();
  const add = usePeopleCall('staff/add_role');
  const change = usePeopleCall('staff/change_role');
  const model = edit.kind === 'add' ? undefined : edit.role;
  const own = edit.kind === 'change' ? edit.role : undefined;
  // The one that the person has seen last, and how it is by now.
  const [seen, setSeen] = useState(own?.version);
  const current = own && roles.find(({ id }) => id === own.id);
  const modelName = model ? names.role(model.name) : '';
  const form = useForm({
    id: 'role',
    keep: useKeep(model ? `role-${edit.kind}-${model.id}` : 'role-new', String(seen ?? '')),
    initial: {
      name: own?.name ?? (model ? t`${modelName} (copy)` : ''),
      permissions: written((model?.permissions ?? []).filter((one) => own || self.permissions.includes(one))),
    },
    check: ({ name, permissions: rights }) => ({
      name: check.name(name),
      permissions: rights ? undefined : t`Choose at least one right.`,
    }),
    send: async ({ name: typed, permissions: rights }) => {
      const values = { name: typed.trim(), permissions: read(rights) };
      const name = values.name;
      if (own) {
        await change.mutateAsync({ ...values, id: own.id, version: seen ?? own.version });
        // One's own rights decide what is on the screen.
        if (own.id === self.role.id) await fetchSession();
        toast(t`The role ‘${name}’ is changed. It takes force at once.`);
      } else {
        await add.mutateAsync(values);
        toast(t`The role ‘${name}’ is there.`);
      }
      onClose();
    },
  });
  const title = own ? t`Change the role ‘${modelName}’` : model ? t`Copy ‘${modelName}’` : t`Create a role`;
  const theirs = current && current.version !== seen ? current : undefined;
  const theirName = theirs?.name ?? '';
  const theirRights = format.list((theirs?.permissions ?? []).map(names.permission));
  return (
    <Dialog title={title} isOpen onClose={onClose} wide holdsInput>
      <Form form={form}>
        {theirs && (
          <Notice
            tone="warning"
            isLive
            title={t`Somebody has changed this role meanwhile`}
            actions={
              <>
                <Button small onPress={() => setSeen(theirs.version)}>{t`Keep what I have chosen`}</Button>
                <Button
                  small
                  onPress={() => {
                    form.reset({ name: theirs.name, permissions: written(theirs.permissions) });
                    setSeen(theirs.version);
                  }}
                >
                  {t`Take over theirs`}
                </Button>
              </>
            }
          >
            <Trans>
              It is now called ‘{theirName}’ and allows: {theirRights}.
            </Trans>
          </Notice>
        )}
        <Field {...form.field('name')} label={t`Name of the role`} autoComplete="off" maxLength={40} autoFocus={!own} />
        <RightsChoice
          id="role-permissions"
          rights={permissions}
          allowed={self.permissions}
          value={read(form.values.permissions)}
          onChange={(rights) => form.set('permissions', written(rights))}
          hint={
            self.permissions.length < permissions.length
              ? t`You can give the rights that you have yourself.`
              : t`A change takes force at the next click of everybody who has this role.`
          }
          error={form.errors.permissions}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Saving…` : t`Save`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
