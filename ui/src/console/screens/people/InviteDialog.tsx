/** Invites a person; shows the link where no mail can be sent. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { usePeopleCall, useSelf } from '../../api/queries';
import type { InvitationSent, People } from '../../api/types';
import { Button } from '../../parts/Button';
import { CopyValue } from '../../parts/Copy';
import { useChecks } from '../../parts/check';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { Actions, Form, useForm } from '../../parts/Form';
import { useKeep } from '../../parts/kept';
import { whyNotGiven } from '../../parts/rights';
import { toast } from '../../parts/toasts';
import { RoleChoice } from './RoleChoice';

type Props = Pick<People, 'roles' | 'permissions'> & { onClose: () => void };

export function InviteDialog({ roles, permissions, onClose }: Props) {
  const { t } = useLingui();
  const check = useChecks();
  const self = useSelf();
  const invite = usePeopleCall('staff/invite');
  const [invited, setInvited] = useState<InvitationSent>();
  const allowed = roles.filter((role) => !whyNotGiven(role, self));
  // The least powerful role first: more rights are a decision.
  const least = [...allowed].sort((a, b) => a.permissions.length - b.permissions.length)[0];
  const form = useForm({
    id: 'invite',
    keep: useKeep('invitation'),
    initial: { email: '', role_id: String(least?.id ?? '') },
    check: ({ email }) => ({ email: check.email(email) }),
    send: async ({ email, role_id }) => {
      const address = email.trim();
      const answer = await invite.mutateAsync({ email: address, role_id: Number(role_id) });
      if (answer.link) setInvited(answer);
      else {
        toast(t`The invitation to ${address} is on its way.`);
        onClose();
      }
    },
  });
  const address = form.values.email.trim();

  if (invited?.link) {
    return (
      <Dialog title={t`The invitation is ready`} isOpen isPersistent onClose={onClose}>
        <Notice tone="warning" title={t`No mail can be sent from here`}>
          <Trans>
            Send this link to {address} yourself, by a channel that nobody else reads. It works once and is shown only
            now.
          </Trans>
        </Notice>
        <CopyValue label={t`Link`} value={invited.link} />
        <Actions>
          <Button variant="primary" onPress={onClose}>{t`Done`}</Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <Dialog title={t`Invite a person`} isOpen onClose={onClose} wide>
      <Form form={form}>
        <Field
          {...form.field('email')}
          label={t`Email address`}
          hint={t`The person signs in with it. One address for each person, no shared mailboxes.`}
          type="email"
          autoComplete="off"
        />
        <RoleChoice
          id="invite-role_id"
          roles={roles}
          all={permissions}
          value={form.values.role_id}
          onChange={(id) => form.set('role_id', id)}
          error={form.errors.role_id}
        />
        <Actions>
          <Button type="submit" variant="primary" isPending={form.isBusy}>
            {form.isBusy ? t`Inviting…` : t`Invite`}
          </Button>
          <Button onPress={onClose}>{t`Cancel`}</Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
