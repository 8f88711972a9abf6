/** Department menu of wide screens; panels open on click or hover (K5). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { MenuItem } from '../api/types';
import { Link } from '../parts/Link';
import { useRoute } from '../state/route';
import { loadMegaPanel, useLazy } from './lazy';
import styles from './MegaMenu.module.css';

/** Hover delays in milliseconds. */
const OPEN_DELAY = 130;
const CLOSE_DELAY = 260;

export function MegaMenu({ items }: { items: MenuItem[] }) {
  const { t } = useLingui();
  const { path, search } = useRoute();
  const [open, setOpen] = useState('');
  const MegaPanel = useLazy(open !== '', loadMegaPanel);
  const nav = useRef<HTMLElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const scheduleOpen = (key: string, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(key), ms);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => {
    clearTimeout(timer.current);
    setOpen('');
  }, [path, search]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !nav.current?.contains(event.target)) setOpen('');
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen('');
      nav.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return (
    <nav
      ref={nav}
      className={styles.nav}
      aria-label={t`Departments`}
      onPointerLeave={(event) => event.pointerType === 'mouse' && scheduleOpen('', CLOSE_DELAY)}
      onPointerEnter={() => clearTimeout(timer.current)}
    >
      <ul className={styles.list}>
        {items.map((item) => {
          const expanded = open === item.key;
          const id = `menu-${item.key}`;
          if (item.children.length === 0) {
            return (
              <li
                key={item.key}
                onPointerEnter={(event) => event.pointerType === 'mouse' && scheduleOpen('', OPEN_DELAY)}
              >
                <Link href={item.url} className={styles.top}>
                  {item.name}
                </Link>
              </li>
            );
          }
          return (
            <li key={item.key}>
              <button
                type="button"
                className={styles.top}
                aria-expanded={expanded ? 'true' : 'false'}
                aria-controls={expanded ? id : undefined}
                onClick={() => {
                  clearTimeout(timer.current);
                  setOpen(expanded ? '' : item.key);
                }}
                onPointerEnter={(event) =>
                  event.pointerType === 'mouse' && scheduleOpen(item.key, open ? 60 : OPEN_DELAY)
                }
              >
                {item.name}
              </button>
              {expanded && MegaPanel && <MegaPanel id={id} item={item} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
