/** Files that are dropped anywhere on the screen. */

import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './DropCurtain.module.css';
import { Icon } from './Icon';

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Falls while files are held over the page. */
export function DropCurtain({ label, onFiles }: { label: string; onFiles: (files: File[]) => void }) {
  const [isHeld, setHeld] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    // Enter and leave are told for every element that is crossed.
    let depth = 0;
    const listeners: Partial<Record<keyof DocumentEventMap, (event: DragEvent) => void>> = {
      dragenter: () => {
        depth += 1;
        setHeld(true);
      },
      dragleave: () => {
        depth -= 1;
        if (depth <= 0) setHeld(false);
      },
      // Without this the browser opens the file.
      dragover: (event) => event.preventDefault(),
      drop: (event) => {
        event.preventDefault();
        depth = 0;
        setHeld(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) latest.current(files);
      },
    };
    const onDrag = (event: Event) => {
      const drag = event as DragEvent;
      if (holdsFiles(drag)) listeners[event.type as keyof DocumentEventMap]?.(drag);
    };
    for (const type of Object.keys(listeners)) document.addEventListener(type, onDrag);
    return () => {
      for (const type of Object.keys(listeners)) document.removeEventListener(type, onDrag);
    };
  }, []);
  if (!isHeld) return null;
  // In `main`, which is a container of queries, older browsers would confine it.
  return createPortal(
    <div className={styles.curtain} aria-hidden="true">
      <div>
        <Icon name="upload" size={32} />
        <p>{label}</p>
      </div>
    </div>,
    document.body,
  );
}
