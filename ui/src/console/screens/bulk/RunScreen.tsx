/** One bulk action: how far it is, what failed and why, and the files of its papers. */

import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useParams } from 'wouter';
import { useRun, useRunCall } from '../../api/bulk';
import { asApiError } from '../../api/client';
import { isOwn } from '../../api/deeds';
import { useSelf } from '../../api/queries';
import type { BulkCall, BulkFailure, BulkRun } from '../../api/types';
import { Back } from '../../parts/Back';
import { Button } from '../../parts/Button';
import { useBulkWords } from '../../parts/bulkWords';
import { EmptyState, LoadError, Notice, Skeleton } from '../../parts/Feedback';
import { Page } from '../../parts/Page';
import { PapersNotice, PrintMenu, usePrintFile } from '../../parts/Papers';
import { ShowMore } from '../../parts/ShowMore';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { toast } from '../../parts/toasts';
import styles from './RunScreen.module.css';
import { RunState } from './RunState';

export default function RunScreen() {
  const { t } = useLingui();
  const id = Number(useParams<{ id: string }>().id);
  const words = useBulkWords();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRun(id);
  const run = data?.pages[0]?.run;
  const failures = data?.pages.flatMap((page) => page.failures) ?? [];
  const isGone = error?.id === 'bulk.not_found';
  return (
    <Page
      title={run ? words.title(run) : t`Bulk action`}
      above={<Back to="/bulk">{t`Bulk actions`}</Back>}
      lead={run && <Lead run={run} />}
      actions={run && !isGone && <Works run={run} />}
    >
      {isGone && (
        <EmptyState title={t`This bulk action is not there`}>
          <Trans>What has ended is kept for seven days. It may also be one that you may not see.</Trans>
        </EmptyState>
      )}
      {error && !isGone && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={6} />}
      {run && !isGone && (run.files > 0 ? <Files run={run} /> : <Progress run={run} />)}
      {run && failures.length > 0 && !isGone && (
        <section className={styles.failures} aria-labelledby="bulk-failed">
          <h2 id="bulk-failed">{t`What failed`}</h2>
          <Failures run={run} failures={failures} />
          {hasNextPage && <ShowMore isPending={isFetchingNextPage} onPress={() => void fetchNextPage()} />}
        </section>
      )}
    </Page>
  );
}

function Lead({ run }: { run: BulkRun }) {
  const format = useFormat();
  const { name } = run.by;
  const moment = format.time(Date.parse(run.asked_at));
  return (
    <Trans>
      Asked for by {name}, {moment}.
    </Trans>
  );
}

function Works({ run }: { run: BulkRun }) {
  const { t } = useLingui();
  const self = useSelf();
  const say = useMessageText();
  const [, go] = useLocation();
  const stop = useRunCall('bulk/stop');
  const again = useRunCall('bulk/again');
  const dismiss = useRunCall('bulk/dismiss');
  const tell = (error: unknown) => toast(say(asApiError(error)));
  if (run.state === 'running') {
    return (
      <Button isPending={stop.isPending} onPress={() => void stop.mutateAsync(run.id).catch(tell)}>
        {t`Stop`}
      </Button>
    );
  }
  const leave = () =>
    dismiss.mutateAsync(run.id).then(
      () => go('/bulk'),
      (error) => tell(error),
    );
  return (
    <>
      <Button variant="quiet" isPending={dismiss.isPending} onPress={() => void leave()}>
        {t`Take off the list`}
      </Button>
      {run.failed > 0 && isOwn(run.by, self.id) && (
        <Button
          variant="primary"
          isPending={again.isPending}
          onPress={() => void again.mutateAsync(run.id).catch(tell)}
        >
          {t`Run again for those that failed`}
        </Button>
      )}
    </>
  );
}

function Progress({ run }: { run: BulkRun }) {
  const { t } = useLingui();
  const format = useFormat();
  const { count, waiting, pending, done, failed, undone, stopped } = run;
  const facts = [
    { label: t({ context: 'bulk', message: 'Done' }), value: done },
    { label: t({ context: 'bulk', message: 'Pending, can still be undone' }), value: pending },
    { label: t({ context: 'bulk', message: 'Waiting' }), value: waiting },
    { label: t({ context: 'bulk', message: 'Failed' }), value: failed },
    { label: t({ context: 'bulk', message: 'Undone' }), value: undone },
    { label: t({ context: 'bulk', message: 'Stopped before their turn' }), value: stopped },
  ];
  return (
    <section className={styles.progress} aria-label={t`Progress`}>
      <p role="status">
        <RunState run={run} />
      </p>
      {run.state === 'running' && <progress max={count} value={count - waiting - pending} aria-label={t`Progress`} />}
      <dl className={styles.facts}>
        {facts
          .filter(({ value }, at) => at === 0 || value > 0)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{format.number(value)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Failures({ run, failures }: { run: BulkRun; failures: BulkFailure[] }) {
  const { t } = useLingui();
  const say = useMessageText();
  const things = useThings(run.call);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{things.name}</th>
          <th scope="col">{t`Why`}</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ thing, failure }) => (
          <tr key={thing}>
            <th scope="row">
              {things.place ? (
                <Link href={`${things.place}/${encodeURIComponent(thing)}`} data-row="" translate="no">
                  {thing}
                </Link>
              ) : (
                t`no. ${thing}`
              )}
            </th>
            <td>{say(failure)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What an action is about: what one is called, and where its pages are, if it has some. */
function useThings(call: BulkCall): { name: string; place?: string } {
  const { t } = useLingui();
  if (call.startsWith('bank/')) return { name: t`Movement` };
  if (call.startsWith('message/')) return { name: t`Message`, place: '/messages' };
  if (call.startsWith('product/') || call.startsWith('category/')) return { name: t`Product`, place: '/products' };
  return { name: t`Order`, place: '/orders' };
}

/** The papers, a file at a time. */
function Files({ run }: { run: BulkRun }) {
  const { t } = useLingui();
  const format = useFormat();
  const print = usePrintFile(run.id);
  const { count, files, file_size: size } = run;
  return (
    <section className={styles.files} aria-label={t`Files`}>
      <PapersNotice print={print} />
      <Notice>
        <Plural
          value={files}
          one="The papers are in one file. Each print shows the orders as they are then: what has left is not in it."
          other="The papers are cut into # files. Each print shows the orders as they are then: what has left is not in it."
        />
      </Notice>
      <ul>
        {Array.from({ length: files }, (_, at) => at + 1).map((file) => {
          const first = format.number((file - 1) * size + 1);
          const last = format.number(Math.min(file * size, count));
          const number = format.number(file);
          return (
            <li key={file}>
              <span>
                <span className={styles.file}>{t`File ${number}`}</span>
                {count > 1 && <span className={styles.quiet}>{t`Orders ${first} to ${last}`}</span>}
              </span>
              <PrintMenu
                isBusy={print.isBusy}
                label={t`Print file ${number}`}
                onPrint={(kind) => void print.open(kind, file)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
