/** Confirmation of an order that waits for its mailed link. A button confirms, so a mail scanner's GET does not. */

import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { call } from '../../api/client';
import type { PaymentResult } from '../../api/types';
import type { Problem } from '../../domain/text';
import { urls } from '../../domain/urls';
import { PostForm } from '../../layout/PostForm';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { useNotify } from '../../state/notify';
import { focusHeading } from '../../state/page';
import { useLang, useSentForm } from '../../state/site';
import styles from './ResultScreen.module.css';

export interface ConfirmOrderProps {
  order: PaymentResult;
  take: (order: PaymentResult) => void;
}

export function ConfirmOrder({ order: { token }, take }: ConfirmOrderProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const notify = useNotify();
  const lang = useLang();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Problem | undefined>(useSentForm('order/confirm')?.error);
  const isSending = useRef(false);
  const confirm = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      take(await call('order/confirm', { token }));
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
      <PostForm
        call="order/confirm"
        then={urls.result(lang, 'ordersuccess', token)}
        className={styles.actions}
        onSubmit={() => void confirm()}
      >
        <input type="hidden" name="token" value={token} />
        <Button type="submit" busy={busy} busyLabel={t`One moment…`}>
          {t`Confirm my order`}
        </Button>
      </PostForm>
      {failure && <Notice tone="error" alert title={say(failure)} />}
    </>
  );
}
