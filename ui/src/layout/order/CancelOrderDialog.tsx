/** Asks whether an order is to be canceled, and cancels it. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { Answer, Args } from '../../api/types';
import { ConfirmDialog } from '../../parts/Dialog';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useAnswers } from '../../state/login';
import { useNotify } from '../../state/notify';

export interface CancelOrderProps {
  number: string;
  /** The number of a customer's own order, or the token of any. */
  order: Args<'order/cancel'> & { token?: string };
  onCanceled: (answer: Answer<'order/cancel'>) => void;
}

export interface CancelOrderDialogProps extends CancelOrderProps {
  open: boolean;
  onClose: () => void;
}

export function CancelOrderDialog({ number, order, onCanceled, open, onClose }: CancelOrderDialogProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const answers = useAnswers();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const isSending = useRef(false);

  const cancel = () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setError(undefined);
    call('order/cancel', order)
      .then((answer) => {
        for (const path of ['order/index', 'order/view', 'payment/index', 'fapiao/view'] as const)
          answers.invalidate(path);
        onClose();
        onCanceled(answer);
        notify.success({ id: 'order.canceled' });
      })
      .catch((reason) => setError(notify.refusal(reason)))
      .finally(() => {
        isSending.current = false;
        setBusy(false);
      });
  };

  return (
    <ConfirmDialog
      open={open}
      title={t`Cancel order ${number}?`}
      confirmLabel={t`Cancel the order`}
      keepLabel={t`Keep the order`}
      busy={busy}
      onConfirm={cancel}
      onCancel={onClose}
    >
      {error && <Notice tone="error" alert title={say(error)} />}
      <p>
        <Trans>
          The goods are no longer held for you, and nothing is owed. If you have paid already, we refund you as soon as
          the payment arrives.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
