/** What a machine said, word for word; a long text folds to its beginning. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './SystemScreen.module.css';

export function Said({ text }: { text: string }) {
  const { t } = useLingui();
  const id = useId();
  const shown = useRef<HTMLPreElement>(null);
  const [isWhole, setWhole] = useState(false);
  const isLong = useIsLong(shown, isWhole);
  return (
    <div className={styles.said}>
      <pre ref={shown} id={id} lang="en" translate="no" data-folded={isWhole ? undefined : ''}>
        {text}
      </pre>
      {isLong && (
        <button type="button" aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t`Show less` : t`Show all of it`}
        </button>
      )}
    </div>
  );
}

/** Whether the folded text has more lines than are shown, at the width that it has now. */
function useIsLong(shown: { current: HTMLElement | null }, isWhole: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const element = shown.current;
    if (!element || isWhole) return;
    const measure = new ResizeObserver(() => setLong(element.scrollHeight > element.clientHeight + 1));
    measure.observe(element);
    return () => measure.disconnect();
  }, [shown, isWhole]);
  return isLong;
}
