/** Bulk actions of which something failed: what, and a way to run that again. */

import { Plural, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { isRunning, useRunCall, useRuns } from '../../api/bulk';
import type { BulkRun } from '../../api/types';
import { Button } from '../../parts/Button';
import { useBulkWords } from '../../parts/bulkWords';
import { Notice } from '../../parts/Feedback';
import { useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './TodayScreen.module.css';

export function useFailedRuns(): BulkRun[] {
  return (useRuns().data?.items ?? []).filter((run) => run.failed > 0 && !isRunning(run));
}

export function FailedRuns({ runs }: { runs: BulkRun[] }) {
  const { t } = useLingui();
  return (
    <section aria-label={t`Bulk actions of which something failed`} className={styles.failed}>
      {runs.map((run) => (
        <Failed key={run.id} run={run} />
      ))}
    </section>
  );
}

function Failed({ run }: { run: BulkRun }) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useBulkWords();
  const dismiss = useRunCall('bulk/dismiss');
  const title = words.title(run);
  const { name } = run.by;
  return (
    <Notice
      tone="error"
      title={title}
      actions={
        <>
          <Link href={`/bulk/${run.id}`} className={styles.open}>
            {t`See what failed`}
          </Link>
          <Button
            small
            aria-label={t`Dismiss: ${title}`}
            isPending={dismiss.isPending}
            onPress={() => dismiss.mutate(run.id, { onError: (error) => toast(say(error)) })}
          >
            {t`Dismiss`}
          </Button>
        </>
      }
    >
      <p>
        <Plural value={run.failed} one="# failed." other="# failed." />
      </p>
      <p className={styles.by}>{t`Asked for by ${name}`}</p>
    </Notice>
  );
}
