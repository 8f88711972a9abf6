/** What has to be done, the most urgent first, and how the day goes. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useDeeds } from '../../api/deeds';
import { useToday } from '../../api/orders';
import { useMay } from '../../api/queries';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import { useFormat } from '../../parts/text';
import { Duties } from './Duties';
import { FailedDeeds } from './FailedDeeds';
import { FailedRuns, useFailedRuns } from './FailedRuns';
import { Figures } from './Figures';
import styles from './TodayScreen.module.css';

export default function TodayScreen() {
  const { t } = useLingui();
  const format = useFormat();
  const { data, error, refetch } = useToday();
  const failed = useDeeds().filter(({ failure }) => failure);
  const failedRuns = useFailedRuns();
  const maySee = useMay('orders_read');
  // Failed deeds are told with their reason.
  const duties = data?.duties.filter(({ kind }) => kind !== 'deeds_failed') ?? [];
  const figures = data?.figures;
  return (
    <Page title={t`Today`} lead={format.longDate(Date.now())}>
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <div className={styles.columns} data-two={figures ? '' : undefined}>
          <div className={styles.queue}>
            {error && (
              <Notice tone="warning" isLive>
                <Trans>This page could not be read again. What you see may be out of date.</Trans>
              </Notice>
            )}
            {failed.length > 0 && <FailedDeeds deeds={failed} />}
            {failedRuns.length > 0 && <FailedRuns runs={failedRuns} />}
            {duties.length > 0 && <Duties duties={duties} />}
            {duties.length + failed.length + failedRuns.length === 0 && (
              <EmptyState title={t`Everything is done`}>
                {maySee ? (
                  <Trans>
                    Orders to pack, transfers to match, withdrawals with their deadlines, emails that did not arrive:
                    whatever waits for you stands here, and leaves when it is dealt with.
                  </Trans>
                ) : (
                  <Trans>Whatever waits for you stands here, and leaves when it is dealt with.</Trans>
                )}
              </EmptyState>
            )}
          </div>
          {figures && <Figures figures={figures} />}
        </div>
      )}
    </Page>
  );
}
