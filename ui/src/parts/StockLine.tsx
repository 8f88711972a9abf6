/** Availability in words with a symbol (U21). The exact stock is shown only after hydration, when it is current. */

import { useLingui } from '@lingui/react/macro';
import type { Availability } from '../api/types';
import styles from './StockLine.module.css';

export interface StockLineProps {
  availability: Availability;
  /** Exact stock; null or absent while unknown. */
  stock?: number | null;
}

export function StockLine({ availability, stock }: StockLineProps) {
  const { t } = useLingui();
  const known = availability === 'low_stock' && stock !== null && stock !== undefined;
  const number = stock ?? 0;
  const words = {
    in_stock: t`In stock`,
    low_stock: known ? t`Only ${number} left.` : t`Few left in stock`,
    out_of_stock: t`Out of stock`,
  };
  return (
    <p className={styles.line} data-availability={availability}>
      {words[availability]}
    </p>
  );
}
