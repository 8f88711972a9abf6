/** The question before a draft is discarded. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../api/client';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { Notice } from './Feedback';
import { Actions } from './Form';
import { useMessageText } from './text';
import { toast } from './toasts';

interface Props {
  title: string;
  isPending: boolean;
  error: ApiError | null;
  /** Discards it, then calls back. */
  onDiscard: (onDone: () => void) => void;
  onClose: () => void;
}

export function DiscardDraft({ title, isPending, error, onDiscard, onClose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const carryOut = () =>
    onDiscard(() => {
      toast(t`The draft is discarded.`);
      onClose();
    });
  return (
    <Dialog isAlert isOpen onClose={onClose} title={title}>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>
        <Trans>What was written in it is kept nowhere else. Shoppers go on reading what is published.</Trans>
      </p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={carryOut}>
          {t`Discard`}
        </Button>
        <Button autoFocus onPress={onClose}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
