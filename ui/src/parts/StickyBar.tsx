/** Bar at the bottom of narrow screens, shown while its target is scrolled out of view (U15). */

import { type ReactNode, useEffect, useState } from 'react';
import styles from './StickyBar.module.css';

export interface StickyBarProps {
  /** Id of the observed element. */
  target: string;
  label: string;
  children: ReactNode;
}

export function StickyBar({ target, label, children }: StickyBarProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = document.getElementById(target);
    if (!element) return;
    // The margin extends the viewport downwards, so that only elements above it count as out of view.
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);

  return (
    <section
      className={styles.bar}
      aria-label={label}
      data-shown={shown ? '' : undefined}
      data-bottom-bar={shown ? '' : undefined}
      inert={!shown}
    >
      {children}
    </section>
  );
}
