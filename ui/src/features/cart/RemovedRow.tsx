/** What was removed, with undo, in the place where it stood; until the next removal or another page. */

import { useLingui } from '@lingui/react/macro';
import { Button } from '../../parts/Button';
import { NoWrap } from '../../parts/NoWrap';
import styles from './RemovedRow.module.css';
import type { Removed } from './useCartActions';

export function RemovedRow({ removed }: { removed: Removed }) {
  const { t } = useLingui();
  return (
    <div className={styles.removed}>
      <p>
        <NoWrap>{removed.text}</NoWrap>
      </p>
      <Button variant="quiet" small busy={removed.busy} onClick={removed.undo}>
        {t`Undo`}
      </Button>
    </div>
  );
}
