/** A screen's head: its only h1, what it is for, and its main actions. */

import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../api/queries';
import { announce } from './liveRegion';
import styles from './Page.module.css';

let isFirst = true;

/** Title of the document; after the first screen also told to screen readers, with focus on the heading. */
export function useTitle(title: string) {
  const { brand } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${brand}`;
  }, [title, brand]);
  const opened = useRef(title);
  useEffect(() => {
    if (isFirst) {
      isFirst = false;
      return;
    }
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
    announce(opened.current);
  }, []);
  return heading;
}

interface PageProps {
  title: string;
  lead?: ReactNode;
  /** The way back, above the title. */
  above?: ReactNode;
  /** A state beside the title. */
  mark?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, lead, above, mark, actions, children }: PageProps) {
  const heading = useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        {above && <div className={styles.above}>{above}</div>}
        <div className={styles.words}>
          <div className={styles.title}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {mark}
          </div>
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
  /** Without a panel around it: tables have their own lines. */
  isOpen?: boolean;
}

export function Section({ id, title, lead, actions, children, isOpen }: SectionProps) {
  return (
    <section className={`${styles.section} ${isOpen ? '' : styles.panel}`} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <div className={styles.words}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
