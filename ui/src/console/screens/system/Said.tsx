/** What a machine said, word for word; a long text folds to its beginning. */

import { useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import styles from './SystemScreen.module.css';

/** Characters that are shown whole. */
const SHORT = 160;

export function Said({ text }: { text: string }) {
  const { t } = useLingui();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHORT;
  return (
    <div className={styles.said}>
      <pre id={id} lang="en" translate="no" data-folded={isLong && !isWhole ? '' : undefined}>
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
