/** Above a list of which every row that is shown is chosen: takes all that match, also those that are not shown. */

import { useLingui } from '@lingui/react/macro';
import styles from './AllMatching.module.css';
import { Button } from './Button';

interface Props {
  /** What is chosen, in words. */
  shown: string;
  all: string;
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
}

export function AllMatching({ shown, all, isAll, onAll, onClear }: Props) {
  const { t } = useLingui();
  return (
    <div className={styles.offer}>
      <p role="status">{isAll ? all : shown}</p>
      {isAll ? (
        <Button small variant="quiet" onPress={onClear}>{t`Clear the selection`}</Button>
      ) : (
        <Button small variant="quiet" onPress={onAll}>
          {t`Select all that match`}
        </Button>
      )}
    </div>
  );
}
