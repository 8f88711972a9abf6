import { useLingui } from '@lingui/react/macro';
import { fetchSession, usePeopleCall, useSelf } from '../../api/queries';
import type { People, PersonItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Actions, Form, useForm } from '../../parts/Form';
import { useNames } from '../../parts/names';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import { RoleChoice } from './RoleChoice';

type Props = Pick<People, 'roles' | 'permissions'> & { person: PersonItem; onClose: () => void };

export function RoleDialog({ person, roles, permissions, onClose }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const say = useMessageText();
  const self = useSelf();
  const setRole = usePeopleCall('staff/set_role');
  const { id, name, role_id: before } = person;
  /** Answers the version of the person from then on. */
  const change = async (version: string, to: number) => {
    const { people } = await setRole.mutateAsync({ id, version, role_id: to });
    // One's own rights decide what is on the screen.
    if (id === self.id) await fetchSession();
    return people.find((one) => one.id === id)?.version ?? '';
  };
  const form = useForm({
    id: 'role',
    initial: { role_id: String(before) },
    send: async ({ role_id }) => {
      const to = Number(role_id);
      if (to !== before) {
        const next = await change(person.version, to);
        const roleName = names.role(roles.find((role) => role.id === to)?.name ?? '');
        const undo = () => void change(next, before).catch((error) => toast(say(error)));
        toast(t`${name} now has the role ‘${roleName}’.`, id === self.id ? undefined : undo);
      }
      onClose();
    },
  });
  return (
    <Dialog title={t`Role of ${name}`} isOpen onClose={onClose} wide>
      <Form form={form}>
        <RoleChoice
          id="role-role_id"
          roles={roles}
          all={permissions}
          value={form.values.role_id}
          onChange={(role) => form.set('role_id', role)}
          error={form.errors.role_id}
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
