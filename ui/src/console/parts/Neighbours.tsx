/** Above an order: back to the list that it was opened from, and to the orders beside it in that list. */

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Icon } from './Icon';
import styles from './Neighbours.module.css';

interface Props {
  label: string;
  /** The list and what it is called. */
  list: string;
  name: string;
  /** Beside the steps. */
  note?: ReactNode;
  /** Numbers of orders. */
  previous?: string | undefined;
  next?: string | undefined;
  /** Where an order of the list stands. */
  placeOf?: (number: string) => string;
  onStep?: (number: string) => void;
}

export function Neighbours({ label, list, name, note, previous, next, placeOf, onStep }: Props) {
  const { t } = useLingui();
  return (
    <nav className={styles.trail} aria-label={label}>
      <Link href={list} className={styles.back}>
        <Icon name="previous" size={16} />
        {name}
      </Link>
      {note && <span className={styles.note}>{note}</span>}
      {previous && (
        <Link
          href={placeOf?.(previous) ?? list}
          data-previous=""
          className={styles.step}
          onClick={() => onStep?.(previous)}
          aria-label={t`Previous order: ${previous}`}
        >
          <Icon name="previous" />
        </Link>
      )}
      {next && (
        <Link
          href={placeOf?.(next) ?? list}
          data-next=""
          className={styles.step}
          onClick={() => onStep?.(next)}
          aria-label={t`Next order: ${next}`}
        >
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
