/** A bar at the foot of a narrow screen, shown while what it stands for is out of view (U15). */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import styles from './StickyBar.module.css';

export interface StickyBarProps {
  /** Id of the element whose absence from view brings the bar. */
  target: string;
  label: string;
  children: ComponentChildren;
}

export function StickyBar({ target, label, children }: StickyBarProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const element = document.getElementById(target);
    if (!element) return;
    // Everything below the view counts as within it: only what lies above has been passed, however far the jump.
    const observer = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === false), {
      rootMargin: '0px 0px 1000000px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [target]);

  return (
    <section class={styles.bar} aria-label={label} data-shown={shown ? '' : undefined} inert={!shown}>
      {children}
    </section>
  );
}
