/** A line of the parcel: the whole of it is a button that ticks one piece. */

import { useLingui } from '@lingui/react/macro';
import { Button } from 'react-aria-components';
import type { PackLine } from '../../api/types';
import { IconButton } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useFormat } from '../../parts/text';
import styles from './Packing.module.css';

interface Props {
  line: PackLine;
  /** Pieces in the parcel. */
  qty: number;
  /** `isByHand`: not by the keyboard, whose focus stays. */
  onStep: (by: 1 | -1, isByHand: boolean) => void;
}

export function Line({ line, qty, onStep }: Props) {
  const { t } = useLingui();
  const format = useFormat();
  const { name, options, shelf, sku, parts, qty: of } = line;
  const isFull = qty === of;
  const now = format.number(qty);
  const all = format.number(of);
  const isByHand = ({ pointerType }: { pointerType: string }) =>
    pointerType !== 'keyboard' && pointerType !== 'virtual';
  return (
    <li className={styles.line} data-full={isFull ? '' : undefined}>
      <Button className={styles.tick ?? ''} data-row="" onPress={(event) => onStep(1, isByHand(event))}>
        <span className={styles.of}>
          <b>{now}</b>
          <span>/ {all}</span>
        </span>
        <span className={styles.what}>
          <span className={styles.goods}>{name}</span>
          {options && <span className={styles.options}>{options}</span>}
          <span className={styles.sku}>{shelf ? `${shelf} · ${sku}` : sku}</span>
          {parts.map((part) => (
            <span key={part.sku} className={styles.options}>
              {`${format.number(part.qty)} × ${part.name}${part.shelf ? ` · ${part.shelf}` : ''}`}
            </span>
          ))}
        </span>
        {isFull && <Icon name="check" size={28} />}
      </Button>
      {qty > 0 && (
        <IconButton
          icon="minus"
          aria-label={t`Take one out: ${name}`}
          onPress={(event) => onStep(-1, isByHand(event))}
        />
      )}
    </li>
  );
}
