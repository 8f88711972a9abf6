/** The question before a role is deleted. A role that somebody has stays, and the refusal says who. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePeopleCall } from '../../api/queries';
import type { RoleItem } from '../../api/types';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { toast } from '../../parts/toasts';

export function DeleteRoleDialog({ role, onClose }: { role: RoleItem; onClose: () => void }) {
  const { t } = useLingui();
  const call = usePeopleCall('staff/delete_role');
  const { id, version, name } = role;
  const carryOut = () =>
    call.mutate(
      { id, version },
      {
        onSuccess: () => {
          toast(t`The role ‘${name}’ is deleted.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t`Delete the role ‘${name}’?`}
      action={t`Delete`}
      call={call}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <Trans>
        Only a role that nobody has, and to which nobody is invited, can be deleted. The audit keeps what it was.
      </Trans>
    </ConfirmDialog>
  );
}
