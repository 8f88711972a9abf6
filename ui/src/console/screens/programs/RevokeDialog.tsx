/** The question before a token is revoked: its program stops at once. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRevokeToken } from '../../api/tokens';
import type { TokenItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function RevokeDialog({ token: { id, name }, onClose }: { token: TokenItem; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, isPending, error } = useRevokeToken();
  const carryOut = () =>
    mutate(
      { id },
      {
        onSuccess: () => {
          toast(t`The token of ${name} is revoked.`);
          onClose();
        },
      },
    );
  return (
    <Dialog isAlert isOpen onClose={onClose} title={t`Revoke the token of ${name}?`}>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>
        <Trans>
          The program is refused from its next call on, and so is what it has asked for and is not carried out yet. This
          cannot be undone; you can create another token.
        </Trans>
      </p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={carryOut}>
          {t`Revoke`}
        </Button>
        <Button autoFocus onPress={onClose}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
