/** Links to the views of one screen. */

import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import styles from './Tabs.module.css';

interface TabsProps<K extends string> {
  at: K;
  label: string;
  /** Key, address and name, in their order. */
  views: readonly (readonly [key: K, href: string, name: string])[];
}

export function Tabs<K extends string>({ at, label, views }: TabsProps<K>) {
  const bar = useRef<HTMLElement>(null);
  const names = views.map(([, , name]) => name).join();
  // On a phone the line scrolls: where one is must be seen, in whatever language.
  // biome-ignore lint/correctness/useExhaustiveDependencies: place and names decide where it stands
  useEffect(() => {
    const right = (element: Element | null | undefined) => element?.getBoundingClientRect().right ?? 0;
    const past = right(bar.current?.querySelector('[aria-current]')) - right(bar.current);
    if (bar.current && past > 0) bar.current.scrollLeft += past;
  }, [at, names]);
  return (
    <nav ref={bar} className={styles.links} aria-label={label}>
      {views.map(([key, href, name]) => (
        <Link key={key} href={href} aria-current={key === at ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
