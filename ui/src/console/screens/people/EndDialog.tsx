/** The question before somebody is signed out or shut out. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePeopleCall } from '../../api/queries';
import type { PersonItem } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export interface Ending {
  kind: 'disable' | 'sessions';
  person: PersonItem;
}

export function EndDialog({ ending: { kind, person }, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const disable = usePeopleCall('staff/disable');
  const enable = usePeopleCall('staff/enable');
  const end = usePeopleCall('staff/end_sessions');
  const { id, name } = person;
  const isDisable = kind === 'disable';
  const { isPending, error } = isDisable ? disable : end;

  const carryOut = () => {
    if (!isDisable) {
      end.mutate(
        { id },
        {
          onSuccess: () => {
            toast(t`${name} is signed out everywhere.`);
            onClose();
          },
        },
      );
      return;
    }
    disable.mutate(
      { id },
      {
        onSuccess: () => {
          const undo = () => enable.mutate({ id }, { onError: (reason) => toast(say(reason)) });
          toast(t`The account of ${name} is disabled.`, undo);
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      isAlert
      isOpen
      onClose={onClose}
      title={isDisable ? t`Disable the account of ${name}?` : t`End all sessions of ${name}?`}
    >
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>
        {isDisable ? (
          <Trans>
            {name} is signed out at once and cannot sign in. Nothing is deleted: what they did stays in the audit, and
            the account can be enabled again.
          </Trans>
        ) : (
          <Trans>{name} is signed out on every device and can sign in again with password and code.</Trans>
        )}
      </p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={carryOut}>
          {isDisable ? t`Disable` : t`End sessions`}
        </Button>
        <Button autoFocus onPress={onClose}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
