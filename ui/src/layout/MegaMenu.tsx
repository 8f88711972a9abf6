/** Department menu of wide screens; panels open on click or hover (K5). */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { MenuItem } from '../api/types';
import { Link } from '../parts/Link';
import { useRoute } from '../state/route';
import { loadMegaPanel, useLazy } from './lazy';
import styles from './MegaMenu.module.css';
import { useDisclosure } from './useDisclosure';

/** Hover delays in milliseconds. */
const OPEN_DELAY = 130;
const CLOSE_DELAY = 260;

export function MegaMenu({ items }: { items: MenuItem[] }) {
  const { t } = useLingui();
  const { path, search } = useRoute();
  const { open, setOpen, root } = useDisclosure<HTMLElement>();
  const MegaPanel = useLazy(open !== '', loadMegaPanel);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const scheduleOpen = (key: string, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(key), ms);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => clearTimeout(timer.current), [path, search]);

  return (
    <nav
      ref={root}
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
              {/* Without scripts the button leads to the department. */}
              <form action={item.url}>
                <button
                  type="submit"
                  className={styles.top}
                  aria-expanded={expanded ? 'true' : 'false'}
                  aria-controls={expanded ? id : undefined}
                  data-replay=""
                  onClick={(event) => {
                    event.preventDefault();
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
              </form>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
