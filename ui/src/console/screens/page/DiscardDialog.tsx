/** The question before a draft is discarded. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePageCall } from '../../api/pages';
import type { SeenDraft } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { LANGUAGE_NAMES } from '../../parts/language';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

interface Props {
  pageKey: string;
  draft: SeenDraft;
  onClose: () => void;
}

export function DiscardDialog({ pageKey, draft, onClose }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, isPending, error } = usePageCall('page/discard');
  const language = LANGUAGE_NAMES[draft.lang];
  const carryOut = () =>
    mutate(
      { key: pageKey, ...draft },
      {
        onSuccess: () => {
          toast(t`The draft is discarded.`);
          onClose();
        },
      },
    );
  return (
    <Dialog isAlert isOpen onClose={onClose} title={t`Discard the draft in ${language}?`}>
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
