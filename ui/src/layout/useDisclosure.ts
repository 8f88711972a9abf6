/** State of disclosure panels: close on Esc, outside click, focus leaving them, and navigation. */

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRoute } from '../state/route';

interface Disclosure<E> {
  /** Name of the open panel; empty when none is. */
  open: string;
  setOpen: (panel: string) => void;
  /** Contains buttons and panels. */
  root: RefObject<E | null>;
}

export function useDisclosure<E extends HTMLElement>(): Disclosure<E> {
  const [open, setOpen] = useState('');
  const root = useRef<E>(null);
  const { path, search } = useRoute();

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => setOpen(''), [path, search]);

  // Layout effect: Esc right after opening must work.
  useLayoutEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen('');
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen('');
      root.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
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

  return { open, setOpen, root };
}
