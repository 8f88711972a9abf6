/** What the shop does by itself, and where it does not get on. */

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../api/client';
import { useRunJob } from '../../api/system';
import type { StuckRow, SystemJob, SystemJobAnswer } from '../../api/types';
import { Button } from '../../parts/Button';
import { Badge, Notice } from '../../parts/Feedback';
import { useJobName } from '../../parts/jobNames';
import table from '../../parts/Table.module.css';
import { useFormat, useMessageText } from '../../parts/text';
import { AllWell, Part } from './Part';
import { Said } from './Said';
import styles from './SystemScreen.module.css';

export function Jobs({ jobs, stuck }: { jobs: SystemJob[]; stuck: StuckRow[] }) {
  const { t } = useLingui();
  return (
    <Part
      id="jobs"
      title={t`Jobs`}
      lead={t`What the shop does by itself. A row at which a job fails again and again is tried less and less often, and holds up no other.`}
    >
      {stuck.length === 0 ? (
        <AllWell>
          <Trans>No job is stuck.</Trans>
        </AllWell>
      ) : (
        <Stuck rows={stuck} />
      )}
      {jobs.length > 0 && <Runs jobs={jobs} />}
    </Part>
  );
}

function Stuck({ rows }: { rows: StuckRow[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const jobName = useJobName();
  return (
    <div className={styles.group}>
      <h3 id="jobs-stuck">
        {t`Stuck`} <span className={styles.count}>{format.number(rows.length)}</span>
      </h3>
      <ul className={styles.stuck} aria-labelledby="jobs-stuck">
        {rows.map(({ job, row_id, failures, failed_at, retry_at, error }) => {
          const row = String(row_id);
          const last = format.ago(Date.parse(failed_at));
          const next = format.time(Date.parse(retry_at));
          return (
            <li key={`${job} ${row}`}>
              <p className={styles.job}>
                {jobName(job)} <Badge tone="error">{t`row ${row}`}</Badge>
              </p>
              <p className={styles.quiet}>
                {t`${plural(failures, { one: 'Failed once', other: 'Failed # times' })}, last ${last}. Next try: ${next}.`}
              </p>
              <Said text={error} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Runs({ jobs }: { jobs: SystemJob[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const jobName = useJobName();
  const { mutate, isPending, data, error, variables } = useRunJob();
  return (
    <>
      {!isPending && data && <Outcome of={data} />}
      {!isPending && error && variables && <Refused name={variables} error={error} />}
      <table className={`${table.table} ${styles.runs}`} aria-label={t`Last runs`}>
        <thead>
          <tr>
            <th scope="col">{t`Job`}</th>
            <th scope="col">{t`Last run`}</th>
            <th scope="col">{t`Result`}</th>
            <th scope="col" className={table.end}>
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ name, last_run, last_result, is_running }) => {
            const word = jobName(name);
            const isBusy = isPending && variables === name;
            return (
              <tr key={name}>
                <th scope="row">{word}</th>
                <td data-label={t`Last run`}>
                  {is_running && <Badge tone="neutral">{t`Running`}</Badge>}
                  {!is_running && last_run && (
                    <time dateTime={last_run} title={format.time(Date.parse(last_run))}>
                      {format.ago(Date.parse(last_run))}
                    </time>
                  )}
                  {!is_running && !last_run && t`Never`}
                </td>
                <td>{last_result && <code lang="en">{last_result}</code>}</td>
                <td className={table.end}>
                  <Button
                    small
                    data-row=""
                    isPending={isBusy}
                    isDisabled={isPending && !isBusy}
                    aria-label={t`Run now: ${word}`}
                    onPress={() => mutate(name)}
                  >
                    {isBusy ? t`Running` : t`Run now`}
                  </Button>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

/** What a job has done that was run by hand, or why it failed. */
function Outcome({ of: { job, outcome, text } }: { of: SystemJobAnswer }) {
  const { t } = useLingui();
  const word = useJobName()(job);
  switch (outcome) {
    case 'ran':
      return (
        <Notice tone="success" isLive title={t`‘${word}’ has run`}>
          <Said text={text} />
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" isLive title={t`‘${word}’ has failed`}>
          <Said text={text} />
        </Notice>
      );
    case 'begun':
      return (
        <Notice isLive title={t`‘${word}’ has begun`}>
          <Trans>It takes a while and goes on by itself. What comes of it stands in the list.</Trans>
        </Notice>
      );
  }
}

function Refused({ name, error }: { name: string; error: ApiError }) {
  const { t } = useLingui();
  const say = useMessageText();
  const word = useJobName()(name);
  return (
    <Notice tone="warning" isLive title={t`‘${word}’ was not run`}>
      {say(error)}
    </Notice>
  );
}
