/** Bulk actions that run, each with how far it is and its stop, among the deeds that wait. Tells when one has ended. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { isRunning, refetchChanged, useRunCall, useRuns } from '../api/bulk';
import { isOwn } from '../api/deeds';
import type { BulkRun } from '../api/types';
import { Button } from '../parts/Button';
import { useBulkWords } from '../parts/bulkWords';
import { announce } from '../parts/liveRegion';
import { useMessageText } from '../parts/text';
import { toast } from '../parts/toasts';
import styles from './Deeds.module.css';

/** Those of this person that run. */
export function useOwnRuns(self: number): BulkRun[] {
  const words = useBulkWords();
  const { data } = useRuns();
  const running = useRef(new Set<number>());
  const own = (data?.items ?? []).filter(({ by }) => isOwn(by, self));
  useEffect(() => {
    for (const run of own) {
      if (isRunning(run)) {
        if (!running.current.has(run.id)) announce(words.title(run));
        running.current.add(run.id);
      } else if (running.current.delete(run.id)) {
        if (run.state === 'done') toast(words.ended(run));
        refetchChanged();
      }
    }
  });
  return own.filter(isRunning);
}

export function RunRow({ run }: { run: BulkRun }) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useBulkWords();
  const stop = useRunCall('bulk/stop');
  const what = words.title(run);
  const done = run.count - run.waiting - run.pending;
  return (
    <li className={styles.deed} data-on="primary">
      <Link href={`/bulk/${run.id}`} className={styles.words}>
        {words.progress(run)}
        <progress className={styles.progress} aria-label={what} max={run.count} value={done} />
      </Link>
      <span className={styles.undo}>
        <Button
          small
          variant="quiet"
          aria-label={t`Stop: ${what}`}
          isPending={stop.isPending}
          onPress={() => stop.mutate(run.id, { onError: (error) => toast(say(error)) })}
        >
          {t`Stop`}
        </Button>
      </span>
    </li>
  );
}
