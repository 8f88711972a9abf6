/** A part of the page to which the overview and today's duties lead. */

import type { ReactNode } from 'react';
import { Icon } from '../../parts/Icon';
import { Section } from '../../parts/Page';
import styles from './SystemScreen.module.css';

interface Props {
  id: string;
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Part({ id, ...rest }: Props) {
  return (
    <div id={id} className={styles.part} tabIndex={-1}>
      <Section id={`${id}-title`} {...rest} />
    </div>
  );
}

/** In the place of a list in which nothing stands, and where that is good. */
export function AllWell({ children }: { children: ReactNode }) {
  return <Standing tone="success">{children}</Standing>;
}

/** In the place of a list that says nothing, neither good nor bad. */
export function Unchecked({ children }: { children: ReactNode }) {
  return <Standing tone="info">{children}</Standing>;
}

function Standing({ tone, children }: { tone: 'success' | 'info'; children: ReactNode }) {
  return (
    <p className={styles.standing} data-tone={tone}>
      <Icon name={tone} size={20} />
      <span>{children}</span>
    </p>
  );
}
