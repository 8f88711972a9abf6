/** The pairs of typefaces that the shop comes with, each drawn in itself. */

import { useLingui } from '@lingui/react/macro';
import type { Typeface } from '../../api/look';
import { TYPEFACES } from './documents';
import styles from './look.module.css';
import { TYPEFACE_NAMES } from './words';

interface Props {
  brand: string;
  chosen: Typeface;
  onChange: (typeface: Typeface) => void;
}

export function Typefaces({ brand, chosen, onChange }: Props) {
  const { t } = useLingui();
  return (
    <fieldset className={styles.cards}>
      <legend className="visually-hidden">{t`Typeface`}</legend>
      {TYPEFACES.map((typeface) => (
        <label key={typeface} className={`${styles.card} ${styles.wide}`}>
          <input type="radio" name="typeface" checked={typeface === chosen} onChange={() => onChange(typeface)} />
          <span className={styles.specimen} data-typeface={typeface} aria-hidden="true">
            <span className={styles.specimenName} translate="no">
              {brand}
            </span>
            <span>{t`A good night, at home: 1234567890`}</span>
          </span>
          <span translate="no">{TYPEFACE_NAMES[typeface]}</span>
        </label>
      ))}
    </fieldset>
  );
}
