/** Files by the button, or dropped anywhere on the screen. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import styles from './BankScreen.module.css';

interface Props {
  onFiles: (files: File[]) => void;
}

export function ChooseFile({ isBusy, onFiles }: Props & { isBusy: boolean }) {
  const { t } = useLingui();
  return (
    <FileTrigger
      allowsMultiple
      // Some systems know banks' files by their ending only.
      acceptedFileTypes={['.xml', '.csv', '.txt', 'text/csv', 'text/xml', 'application/xml']}
      onSelect={(files) => files && onFiles([...files])}
    >
      <Button variant="primary" icon="upload" isPending={isBusy}>
        {isBusy ? t`Reading…` : t`Choose a statement`}
      </Button>
    </FileTrigger>
  );
}

const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Falls while files are held over the page. */
export function DropCurtain({ onFiles }: Props) {
  const { t } = useLingui();
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
  return (
    <div className={styles.curtain} aria-hidden="true">
      <div>
        <Icon name="upload" size={32} />
        <p>{t`Let go to read the statement`}</p>
      </div>
    </div>
  );
}
