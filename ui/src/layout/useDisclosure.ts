/** State of a disclosure panel: closes on Esc, outside click, focus leaving it, and navigation. */

import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useRoute } from '../state/route';

export function useDisclosure<E extends HTMLElement>() {
  const [open, setOpen] = useState(false);
  /** Contains button and panel. */
  const root = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { path, search } = useRoute();

  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes it
  useEffect(() => setOpen(false), [path, search]);

  // Layout effect: Esc right after opening must work.
  useLayoutEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
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

  return { open, setOpen, root, button };
}
