/** Up, down and out: what can be done with an entry of a list. */

import { useLingui } from '@lingui/react/macro';
import { IconButton } from '../../parts/Button';
import styles from './look.module.css';

interface Props {
  name: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function ListTools({ name, at, count, onMove, onRemove }: Props) {
  const { t } = useLingui();
  return (
    <span className={styles.tools}>
      <IconButton icon="up" aria-label={t`Move up: ${name}`} isDisabled={at === 0} onPress={() => onMove(at - 1)} />
      <IconButton
        icon="down"
        aria-label={t`Move down: ${name}`}
        isDisabled={at === count - 1}
        onPress={() => onMove(at + 1)}
      />
      <IconButton icon="close" aria-label={t`Take off the page: ${name}`} onPress={onRemove} />
    </span>
  );
}
