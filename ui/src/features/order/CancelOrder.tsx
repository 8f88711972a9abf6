/** Button that cancels an order after confirmation. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { type ApiError, asApiError, call } from '../../api/client';
import type { OrderDetail } from '../../api/types';
import { Button } from '../../parts/Button';
import { ConfirmDialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { showToast } from '../../state/toast';

interface CancelOrderProps {
  order: OrderDetail;
  onChange: (order: OrderDetail) => void;
}

export function CancelOrder({ order, onChange }: CancelOrderProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const answers = useAnswers();
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const isSending = useRef(false);
  const { order_number, order_number: number } = order;

  const cancel = () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    call('order/cancel', { order_number })
      .then((changed) => {
        answers.invalidate('order/index');
        answers.invalidate('fapiao/view');
        answers.set('order/view', { order_number }, changed);
        setOpen(false);
        onChange(changed);
        showToast(say({ id: 'order.canceled' }), 'success');
      })
      .catch((reason) => setError(asApiError(reason)))
      .finally(() => {
        isSending.current = false;
        setBusy(false);
      });
  };

  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>{t`Cancel the order`}</Button>
      <ConfirmDialog
        open={isOpen}
        title={t`Cancel order ${number}?`}
        confirmLabel={t`Cancel the order`}
        keepLabel={t`Keep the order`}
        busy={busy}
        onConfirm={cancel}
        onCancel={() => setOpen(false)}
      >
        {error && <Notice tone="error" alert title={say(error)} />}
        <p>
          <Trans>
            The goods are no longer held for you, and nothing is owed. If you have paid already, we refund you as soon
            as the payment arrives.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}
