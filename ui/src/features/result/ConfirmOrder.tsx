/**
 * Confirmation of an order that waits for its mailed link. A button confirms, so a mail scanner's GET does not; without script
 * it posts a plain form, and the server answers with this page.
 */

import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { type ApiError, call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import { serviceUrls } from '../../domain/serviceUrls';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { focusHeading } from '../../state/page';
import styles from './ResultScreen.module.css';

export interface ConfirmOrderProps {
  order: PaymentResult;
  /** The plain form was refused. */
  isRefused: boolean;
  take: (order: PaymentResult) => void;
}

export function ConfirmOrder({ order, isRefused, take }: ConfirmOrderProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError>();
  const isSending = useRef(false);
  const confirm = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      take(await call('order/confirm', { token: order.token }));
      focusHeading();
    } catch (reason) {
      setFailure(notify.refusal(reason));
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  };
  return (
    <>
      <form
        className={styles.actions}
        method="post"
        action={serviceUrls.confirmOrder(order.token)}
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <Button type="submit" busy={busy} busyLabel={t`One moment…`}>
          {t`Confirm my order`}
        </Button>
      </form>
      {failure && <Notice tone="error" alert title={say(failure)} />}
      {isRefused && !failure && (
        <Notice
          tone="error"
          alert
          title={t`We could not set these goods aside: some are gone, or your address has other unpaid orders. You can pay by card, or order again.`}
        />
      )}
    </>
  );
}
