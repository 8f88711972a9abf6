/** What somebody else has written, or what was published once, beside what stands here. */

import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../api/client';
import { Dialog } from '../../parts/Dialog';
import { LoadError, Skeleton } from '../../parts/Feedback';
import table from '../../parts/Table.module.css';
import { differences } from './documents';
import styles from './look.module.css';
import { useLookWords } from './words';

interface Props {
  mine: unknown;
  theirs: unknown;
  /** Of the columns. */
  names: { mine: string; theirs: string };
}

export function Differences({ mine, theirs, names }: Props) {
  const { t } = useLingui();
  const words = useLookWords();
  const found = differences(mine, theirs);
  if (found.length === 0) return <p>{t`They say the same.`}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={styles.differences} aria-label={names.theirs} tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t`Field`}</th>
            <th scope="col">{names.mine}</th>
            <th scope="col">{names.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((one) => (
            <tr key={one.field}>
              <th scope="row">{words.field(one.field)}</th>
              <td data-label={names.mine}>{one.mine || '–'}</td>
              <td data-label={names.theirs}>{one.theirs || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface VersionProps {
  title: string;
  now: unknown;
  data: unknown;
  error: ApiError | null;
  onRetry: () => void;
  onClose: () => void;
}

/** A version, by what it says otherwise than now. */
export function VersionDialog({ title, now, data, error, onRetry, onClose }: VersionProps) {
  const { t } = useLingui();
  return (
    <Dialog wide isOpen onClose={onClose} title={title}>
      {error && !data && <LoadError error={error} onRetry={onRetry} />}
      {!data && !error && <Skeleton rows={4} />}
      {data !== undefined && (
        <>
          <p className={styles.quiet}>
            <Trans>How it differs from what is published now:</Trans>
          </p>
          <Differences mine={now} theirs={data} names={{ mine: t`Now`, theirs: t`Then` }} />
        </>
      )}
    </Dialog>
  );
}
