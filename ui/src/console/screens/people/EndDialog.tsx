/** The question before somebody is signed out or shut out, or loses their passkeys. */

import { useLingui } from '@lingui/react/macro';
import { usePeopleCall } from '../../api/queries';
import type { PersonItem } from '../../api/types';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export interface Ending {
  kind: 'disable' | 'sessions' | 'passkeys';
  person: PersonItem;
}

export function EndDialog({ ending: { kind, person }, onClose }: { ending: Ending; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const disable = usePeopleCall('staff/disable');
  const enable = usePeopleCall('staff/enable');
  const end = usePeopleCall('staff/end_sessions');
  const remove = usePeopleCall('passkey/remove_all');
  const { id, version, name, has_password: hasPassword } = person;
  const call = { disable, sessions: end, passkeys: remove }[kind];

  const carryOut = () => {
    if (kind === 'passkeys') {
      remove.mutate(
        { id },
        {
          onSuccess: () => {
            toast(t`The passkeys of ${name} are removed.`);
            onClose();
          },
        },
      );
      return;
    }
    if (kind === 'sessions') {
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
      { id, version },
      {
        onSuccess: () => {
          const undo = () => enable.mutate({ id }, { onError: (reason) => toast(say(reason)) });
          toast(t`The account of ${name} is disabled.`, undo);
          onClose();
        },
      },
    );
  };

  const words = {
    disable: {
      title: t`Disable the account of ${name}?`,
      text: t`${name} is signed out at once and cannot sign in. Nothing is deleted: what they did stays in the audit, and the account can be enabled again.`,
      button: t`Disable`,
    },
    sessions: {
      title: t`End all sessions of ${name}?`,
      text: t`${name} is signed out on every device and can sign in again.`,
      button: t`End sessions`,
    },
    passkeys: {
      title: t`Remove all passkeys of ${name}?`,
      text: hasPassword
        ? t`${name} is signed out on every device and can sign in with password and code only.`
        : t`${name} is signed out on every device and needs a new invitation to come back: whoever runs the server can send one.`,
      button: t`Remove passkeys`,
    },
  }[kind];
  return (
    <ConfirmDialog title={words.title} action={words.button} call={call} onConfirm={carryOut} onClose={onClose}>
      {words.text}
    </ConfirmDialog>
  );
}
