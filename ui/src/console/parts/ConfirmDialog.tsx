/** The question before something that cannot simply be taken back. What the shop answers where it cannot be done stands in it. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/client';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Notice } from './Feedback';
import { Actions } from './Form';
import { useMessageText } from './text';

interface Props {
  title: string;
  /** What follows from it. */
  children: ReactNode;
  /** What the button that does it is called. */
  action: string;
  /** `danger` ends something. */
  variant?: 'danger' | 'primary';
  call: { isPending: boolean; error: ApiError | null };
  onConfirm: () => void;
  onClose: () => void;
  /** Where *Cancel* leads, if elsewhere than the cross does. */
  onBack?: (() => void) | undefined;
}

export function ConfirmDialog({
  title,
  children,
  action,
  variant = 'danger',
  call: { isPending, error },
  onConfirm,
  onClose,
  onBack = onClose,
}: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <Dialog isAlert isOpen onClose={onClose} title={title}>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>{children}</p>
      <Actions>
        <Button variant={variant} isPending={isPending} onPress={onConfirm}>
          {action}
        </Button>
        <Button autoFocus onPress={onBack}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
