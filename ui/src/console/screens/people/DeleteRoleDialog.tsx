/** The question before a role is deleted. A role that somebody has stays, and the refusal says who. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePeopleCall } from '../../api/queries';
import type { RoleItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function DeleteRoleDialog({ role, onClose }: { role: RoleItem; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, isPending, error } = usePeopleCall('staff/delete_role');
  const { id, version, name } = role;
  const carryOut = () =>
    mutate(
      { id, version },
      {
        onSuccess: () => {
          toast(t`The role ‘${name}’ is deleted.`);
          onClose();
        },
      },
    );
  return (
    <Dialog isAlert isOpen onClose={onClose} title={t`Delete the role ‘${name}’?`}>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>
        <Trans>
          Only a role that nobody has, and to which nobody is invited, can be deleted. The audit keeps what it was.
        </Trans>
      </p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={carryOut}>
          {t`Delete`}
        </Button>
        <Button autoFocus onPress={onClose}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
