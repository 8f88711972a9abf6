/** Notice while the outcome of an order is unknown. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../parts/Button';
import { Notice } from '../../parts/Feedback';
import { useSite } from '../../state/site';
import type { PlacingState } from './placing';

export function PendingOrderNotice({ phase, onCheck }: { phase: PlacingState['phase']; onCheck: () => void }) {
  const { t } = useLingui();
  const { phone, email } = useSite();
  if (phase !== 'checking' && phase !== 'unanswered') return null;
  return (
    <Notice
      tone="warning"
      alert
      title={t`We are checking your order, do not order again`}
      actions={phase === 'unanswered' && <Button small variant="secondary" onClick={onCheck}>{t`Check again`}</Button>}
    >
      <p>
        {phase === 'checking' ? (
          <Trans>
            Your order was sent, and its answer has not come yet. We keep asking; please leave this page open.
          </Trans>
        ) : (
          <Trans>
            Your order was sent, but its answer did not reach this page. Check again, or ask us: {phone}, {email}.
          </Trans>
        )}
      </p>
    </Notice>
  );
}
