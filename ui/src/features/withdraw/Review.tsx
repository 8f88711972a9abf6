/** Step 2: review, and the confirmation button with its statutory label. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../api/client';
import type { WithdrawalView } from '../../api/types';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../state/i18n';
import { Statement } from './Statement';
import styles from './WithdrawScreen.module.css';

interface ReviewProps {
  title: string;
  of: WithdrawalView;
  busy: boolean;
  failure: ApiError | undefined;
  onConfirm: () => void;
  onChange: () => void;
}

export function Review({ title, of, busy, failure, onConfirm, onChange }: ReviewProps) {
  const { t } = useLingui();
  const say = useMessageText();
  return (
    <div className={`wrap ${styles.screen}`}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.text}>{t`It counts from the moment you confirm it.`}</p>
      </header>
      {!of.is_known && (
        <Notice tone="warning" title={t`We cannot match this order number and email address`}>
          <p>
            <Trans>
              Please look at them once more. If they are right, confirm all the same: your statement counts, and we look
              your order up by hand.
            </Trans>
          </p>
        </Notice>
      )}
      <Statement of={of} />
      {failure && <Notice tone="error" alert title={say(failure)} />}
      <div className={styles.actions}>
        <Button busy={busy} busyLabel={t`One moment…`} onClick={onConfirm}>{t`Confirm withdrawal`}</Button>
        <Button variant="secondary" disabled={busy} onClick={onChange}>{t`Change`}</Button>
      </div>
    </div>
  );
}
