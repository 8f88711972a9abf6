/** Error message of a field, referenced by its id. */

import type { ReactNode } from 'react';
import styles from './FieldFrame.module.css';
import { Icon } from './Icon';
import { NoWrap } from './NoWrap';

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.error}>
      <Icon name="error" size={16} />
      <span>
        <NoWrap>{children}</NoWrap>
      </span>
    </p>
  );
}
