/** Step 2: review, and the confirmation button with its statutory label. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../api/client';
import type { WithdrawalView } from '../../api/types';
import { PostForm } from '../../layout/PostForm';
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
  /** Of the mailed link; empty without one. */
  token: string;
}

export function Review({ title, of, busy, failure, onConfirm, onChange, token }: ReviewProps) {
  const { t } = useLingui();
  const say = useMessageText();
  const { order_number, name, email, message } = of;
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
      <PostForm call="order/withdraw" className={styles.actions} onSubmit={onConfirm}>
        {Object.entries({ token, order_number, name, email, message }).map(
          ([field, value]) => value && <input key={field} type="hidden" name={field} value={value} />,
        )}
        <Button type="submit" name="confirm" value="true" busy={busy} busyLabel={t`One moment…`}>
          {t`Confirm withdrawal`}
        </Button>
        <Button
          type="submit"
          name="change"
          value="1"
          variant="secondary"
          disabled={busy}
          onClick={(event) => {
            event.preventDefault();
            onChange();
          }}
        >
          {t`Change`}
        </Button>
      </PostForm>
    </div>
  );
}
