/** Progress through a list, and a button for more. */

import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from './Button';
import styles from './LoadMore.module.css';

/** "24 of 41" and "Load more" (U16). */
export function LoadMore({
  shown,
  total,
  busy,
  onMore,
}: {
  shown: number;
  total: number;
  busy: boolean;
  onMore: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.more}>
      <p className={styles.count}>
        <Trans>
          {shown} of {total}
        </Trans>
      </p>
      <progress className={styles.bar} value={shown} max={total} aria-hidden="true" />
      {shown < total && (
        <Button variant="secondary" busy={busy} busyLabel={t`Loading…`} onClick={onMore}>{t`Load more`}</Button>
      )}
    </div>
  );
}
