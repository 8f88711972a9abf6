/** The question before a tag is switched off. */

import { Trans, useLingui } from '@lingui/react/macro';
import { usePromoTagCall } from '../../api/promoTags';
import type { PromoTag } from '../../api/types';
import { ConfirmDialog } from '../../parts/ConfirmDialog';
import { toast } from '../../parts/toasts';

export function OffDialog({ tag: { tag }, onClose }: { tag: PromoTag; onClose: () => void }) {
  const { t } = useLingui();
  const call = usePromoTagCall('promo/switch_off');
  const carryOut = () =>
    call.mutate(
      { tag },
      {
        onSuccess: () => {
          toast(t`The tag ${tag} is off.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={t`Switch off the tag ${tag}?`}
      action={t`Switch off`}
      call={call}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <Trans>
        Bags with it show regular prices at once. Orders that were placed keep what it took off. You can switch it on
        again.
      </Trans>
    </ConfirmDialog>
  );
}
