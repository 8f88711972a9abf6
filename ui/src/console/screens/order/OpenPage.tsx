/** The customer may be paying the former amount at this moment. */

import { Trans, useLingui } from '@lingui/react/macro';
import { asApiError } from '../../api/client';
import { useOrderCall } from '../../api/orders';
import type { OrderDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../parts/text';

export function OpenPage({ order }: { order: OrderDetail }) {
  const { t } = useLingui();
  const say = useMessageText();
  const close = useOrderCall('order/close_payment');
  const isOpen = order.attempts.some((attempt) => attempt.is_open);
  if (!isOpen || !order.status.startsWith('pending')) return null;
  return (
    <Notice
      tone="warning"
      isLive
      title={order.can.close_payment ? t`A payment page is open` : t`The payment page is being closed…`}
      actions={
        order.can.close_payment && (
          <Button small isPending={close.isPending} onPress={() => close.mutate({ number: order.number })}>
            {t`Close the payment page`}
          </Button>
        )
      }
    >
      {order.can.close_payment ? (
        <Trans>The customer could still pay the former amount there, so it is closed first.</Trans>
      ) : (
        <Trans>The payment provider is told. This takes a minute at most; then the order can be changed.</Trans>
      )}
      {close.error && <p role="alert">{say(asApiError(close.error))}</p>}
    </Notice>
  );
}
