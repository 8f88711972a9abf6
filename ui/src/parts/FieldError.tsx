/** Error message of a field, referenced by its id. */

import type { ComponentChildren } from 'preact';
import styles from './FieldFrame.module.css';
import { Icon } from './Icon';
import { NoWrap } from './NoWrap';

export function FieldError({ id, children }: { id: string; children: ComponentChildren }) {
  return (
    <p id={id} class={styles.error}>
      <Icon name="error" size={16} />
      <span>
        <NoWrap>{children}</NoWrap>
      </span>
    </p>
  );
}
