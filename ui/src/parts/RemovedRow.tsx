/** What was removed from a list, with undo, in the place where it stood; until the next removal or another page. */

import { useLingui } from '@lingui/react/macro';
import { Button } from './Button';
import { NoWrap } from './NoWrap';
import styles from './RemovedRow.module.css';

export interface RemovedRowProps {
  text: string;
  busy: boolean;
  onUndo: () => void;
}

export function RemovedRow({ text, busy, onUndo }: RemovedRowProps) {
  const { t } = useLingui();
  return (
    <div className={styles.removed}>
      <p>
        <NoWrap>{text}</NoWrap>
      </p>
      <Button variant="quiet" small busy={busy} onClick={onUndo}>
        {t`Undo`}
      </Button>
    </div>
  );
}
