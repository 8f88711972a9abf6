/** Fields that belong together, under their name. */

import type { ReactNode } from 'react';
import styles from './Form.module.css';

export function Fieldset({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={styles.fieldset}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
