/** The question before a token is revoked: its program stops at once. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRevokeToken } from '../../api/tokens';
import type { TokenItem } from '../../api/types';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { toast } from '../../parts/toasts';

export function RevokeDialog({ token: { id, name }, onClose }: { token: TokenItem; onClose: () => void }) {
  const { t } = useLingui();
  const call = useRevokeToken();
  const carryOut = () =>
    call.mutate(
      { id },
      {
        onSuccess: () => {
          toast(t`The token of ${name} is revoked.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t`Revoke the token of ${name}?`}
      action={t`Revoke`}
      call={call}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <Trans>
        The program is refused from its next call on, and so is what it has asked for and is not carried out yet. This
        cannot be undone; you can create another token.
      </Trans>
    </ConfirmDialog>
  );
}
