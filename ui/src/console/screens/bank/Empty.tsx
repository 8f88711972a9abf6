/** Says how a statement gets here, or that all is done. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useStatements } from '../../api/bank';
import { Button } from '../../parts/Button';
import { EmptyState } from '../../parts/Feedback';
import styles from './BankScreen.module.css';
import type { View } from './view';

export function Empty({ view, onAll }: { view: View; onAll: () => void }) {
  const { t } = useLingui();
  const { data } = useStatements();
  if (data?.items.length === 0) return <HowTo />;
  const all = view.statement !== undefined && <Button onPress={onAll}>{t`Show all statements`}</Button>;
  if (view.tab === 'booked') {
    return (
      <EmptyState title={t`Nothing booked yet`} actions={all}>
        <Trans>Movements that were booked stand here, each with its order.</Trans>
      </EmptyState>
    );
  }
  if (view.tab === 'ignored') {
    return (
      <EmptyState title={t`Nothing set aside`} actions={all}>
        <Trans>
          Rent, fees, wages: what has nothing to do with an order is set aside, and can be taken up again here.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t`Every movement is dealt with`} actions={all}>
      <Trans>
        The next statement brings what has come since. Daily is a good rhythm: customers wait for their parcel.
      </Trans>
    </EmptyState>
  );
}

function HowTo() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No statement yet`}>
      <ol className={styles.steps}>
        <li>
          <Trans>Sign in to your bank and open the account that stands on the shop’s bills.</Trans>
        </li>
        <li>
          <Trans>
            Look for ‘Statements’ or ‘Transactions’, then ‘Export’ or ‘Download’. Choose CAMT.053; where there is none,
            CSV with the names of the columns.
          </Trans>
        </li>
        <li>
          <Trans>Take the last two weeks the first time. Days that were read before do no harm.</Trans>
        </li>
        <li>
          <Trans>Drop the file here, just as it is. What certainly belongs to an order is booked by itself.</Trans>
        </li>
      </ol>
    </EmptyState>
  );
}
