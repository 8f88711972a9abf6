/** A bar at the foot of a narrow screen, shown while what it stands for is out of view (U15). */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import styles from './StickyBar.module.css';

export interface StickyBarProps {
  /** Id of the element whose absence from view brings the bar. */
  watch: string;
  label: string;
  children: ComponentChildren;
}

export function StickyBar({ watch, label, children }: StickyBarProps) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const target = document.getElementById(watch);
    if (!target) return;
    const observer = new IntersectionObserver(([entry]) => {
      // Below the view: the shopper has not come to it yet, or it is in view: no bar.
      setShown(Boolean(entry && !entry.isIntersecting && entry.boundingClientRect.top < 0));
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [watch]);

  // What has focus must not lie beneath the bar (2.4.11).
  useEffect(() => {
    document.documentElement.classList.toggle('has-sticky-bar', shown);
    return () => document.documentElement.classList.remove('has-sticky-bar');
  }, [shown]);

  return (
    <section class={styles.bar} aria-label={label} data-shown={shown ? '' : undefined} inert={!shown}>
      {children}
    </section>
  );
}
