/** The question before a tag is switched off. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePromoTagCall } from '../../api/promoTags';
import type { PromoTag } from '../../api/types';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { Actions } from '../../parts/Form';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';

export function OffDialog({ tag: { tag }, onClose }: { tag: PromoTag; onClose: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const { mutate, isPending, error } = usePromoTagCall('promo/switch_off');
  const carryOut = () =>
    mutate(
      { tag },
      {
        onSuccess: () => {
          toast(t`The tag ${tag} is off.`);
          onClose();
        },
      },
    );
  return (
    <Dialog isAlert isOpen onClose={onClose} title={t`Switch off the tag ${tag}?`}>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
      <p>
        <Trans>
          Bags with it show regular prices at once. Orders that were placed keep what it took off. You can switch it on
          again.
        </Trans>
      </p>
      <Actions>
        <Button variant="danger" isPending={isPending} onPress={carryOut}>
          {t`Switch off`}
        </Button>
        <Button autoFocus onPress={onClose}>{t`Cancel`}</Button>
      </Actions>
    </Dialog>
  );
}
