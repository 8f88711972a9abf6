/** What changes while somebody looks: a mark on what has changed, and the way to what waits to be shown. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import { Button } from './Button';
import styles from './Live.module.css';
import { announce } from './liveRegion';
import type { Mark } from './steady';

/** A dot, whose shape tells what has become of a row. */
export function ChangeMark({ mark }: { mark: Mark | undefined }) {
  const { t } = useLingui();
  if (!mark) return null;
  const text = mark === 'gone' ? t`No longer in this list` : t`Has just changed`;
  return (
    <span className={styles.mark} data-mark={mark} title={text}>
      <span className="visually-hidden"> {text}</span>
    </span>
  );
}

/** A list without a line of its own for it: the way to what waits lies over its head. */
export function Changing({ count, onShow, children }: { count: number; onShow: () => void; children: ReactNode }) {
  return (
    <div>
      <div className={styles.over}>
        <ShowChanges count={count} onShow={onShow} />
      </div>
      {children}
    </div>
  );
}

export function ShowChanges({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useLingui();
  const isAny = count > 0;
  useEffect(() => {
    if (isAny) announce(t`The list has changed.`);
  }, [isAny, t]);
  if (!isAny) return null;
  return (
    <Button small variant="quiet" icon="arrow-right" onPress={onShow}>
      {t`${plural(count, { one: 'Show # change', other: 'Show # changes' })}`}
    </Button>
  );
}
