/** A logo or icon: dropped or chosen, shown on its ground, taken away. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { asApiError } from '../../api/client';
import { type Drawing, type DrawingKind, MOST_BYTES, uploadDrawing } from '../../api/look';
import type { Message } from '../../api/types';
import { Button } from '../../parts/Button';
import { Icon } from '../../parts/Icon';
import { useMessageText } from '../../parts/text';
import styles from './look.module.css';

interface Props {
  name: string;
  kind: DrawingKind;
  hint: string;
  /** What it stands on. */
  ground: string;
  drawing: Drawing | null;
  problem: Message | undefined;
  onChange: (drawing: Drawing | null) => void;
}

export function DrawingField({ name, kind, hint, ground, drawing, problem, onChange }: Props) {
  const { t } = useLingui();
  const say = useMessageText();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const latest = useRef(onChange);
  latest.current = onChange;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setError(undefined);
    if (file.size > MOST_BYTES) return setError(t`Choose a file of 2 MB at most.`);
    setBusy(true);
    try {
      const made = await uploadDrawing(kind, file);
      latest.current(made);
    } catch (reason) {
      const refusal = asApiError(reason);
      setError(say(Object.values(refusal.fields)[0] ?? refusal));
    } finally {
      setBusy(false);
    }
  };
  const box = useDrop((file) => void take(file));
  const said = error ?? (problem && say(problem));
  return (
    <section className={styles.drawing} aria-labelledby={id}>
      <div>
        <h3 id={id} className={styles.drawingName}>
          {name}
        </h3>
        <p className={styles.quiet}>{hint}</p>
      </div>
      <div ref={box} className={styles.stage} data-kind={kind} style={{ backgroundColor: ground }}>
        {drawing ? (
          <img src={`/brand/${drawing.file}`} width={drawing.width} height={drawing.height} alt={name} />
        ) : (
          <span className={styles.none}>{t`None yet. Drop a file here.`}</span>
        )}
      </div>
      <div className={styles.buttons}>
        <FileTrigger acceptedFileTypes={['image/svg+xml', 'image/png']} onSelect={(files) => void take(files?.[0])}>
          <Button small icon="upload" isPending={isBusy} aria-label={t`Choose a file: ${name}`}>
            {isBusy ? t`Being sent…` : t`Choose a file…`}
          </Button>
        </FileTrigger>
        {drawing && (
          <Button small variant="quiet" aria-label={t`Take away: ${name}`} onPress={() => onChange(null)}>
            {t`Take away`}
          </Button>
        )}
      </div>
      {said && (
        <p className={styles.error} role="alert">
          <Icon name="error" size={16} />
          <span>{said}</span>
        </p>
      )}
    </section>
  );
}

/** An element that takes a file; one that falls beside it opens nothing. */
function useDrop(onFile: (file: File | undefined) => void) {
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onFile);
  latest.current = onFile;
  useEffect(() => {
    const element = box.current;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      element?.toggleAttribute('data-over', event.type === 'dragover' && element.contains(event.target as Node));
    };
    const drop = (event: DragEvent) => {
      over(event);
      if (element?.contains(event.target as Node)) latest.current(event.dataTransfer?.files[0]);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('dragleave', over);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('dragleave', over);
    };
  }, []);
  return box;
}
