/** Bulk actions that run, and those of the last seven days. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useRuns } from '../../api/bulk';
import { useBulkWords } from '../../parts/bulkWords';
import { EmptyState, LoadError, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import table from '../../parts/Table.module.css';
import { useFormat } from '../../parts/text';
import styles from './RunScreen.module.css';
import { RunState } from './RunState';

export default function RunsScreen() {
  const { t } = useLingui();
  const words = useBulkWords();
  const format = useFormat();
  const { data, error, refetch } = useRuns();
  const runs = data?.items ?? [];
  return (
    <Page
      title={t`Bulk actions`}
      lead={
        <Trans>
          What was asked for many rows of a list at once. It goes on in the background, also when you leave.
        </Trans>
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {data && runs.length === 0 && (
        <EmptyState title={t`No bulk actions in the last seven days`}>
          <Trans>
            Choose rows in the list of orders, in Pack or on the bank account: their actions appear below the list.
          </Trans>
        </EmptyState>
      )}
      {runs.length > 0 && (
        <table className={`${table.table} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{t`Action`}</th>
              <th scope="col">{t`Who`}</th>
              <th scope="col">{t`When`}</th>
              <th scope="col">{t({ context: 'bulk', message: 'State' })}</th>
              <th scope="col" className={styles.number}>
                {t({ context: 'bulk', message: 'Done' })}
              </th>
              <th scope="col" className={styles.number}>
                {t({ context: 'bulk', message: 'Failed' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <tr key={run.id} className={table.row}>
                <th scope="row">
                  <Link href={`/bulk/${run.id}`} className={table.opens} data-row="">
                    {words.title(run)}
                  </Link>
                </th>
                <td data-label={t`Who`}>{run.by.name}</td>
                <td data-label={t`When`}>{format.shortTime(Date.parse(run.asked_at))}</td>
                <td data-label={t({ context: 'bulk', message: 'State' })}>
                  <RunState run={run} />
                </td>
                <td className={styles.number} data-label={t({ context: 'bulk', message: 'Done' })}>
                  {format.number(run.done)}
                </td>
                <td className={styles.number} data-label={t({ context: 'bulk', message: 'Failed' })}>
                  {format.number(run.failed)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Page>
  );
}
