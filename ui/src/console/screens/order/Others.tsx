/** Who else has the order open now, in the line above it: nothing moves when they come and go. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useOthersIn } from '../../api/live';
import { Icon } from '../../parts/Icon';
import { announce } from '../../parts/liveRegion';
import { useFormat } from '../../parts/text';
import styles from './OrderScreen.module.css';

export function Others({ number }: { number: string }) {
  const { t } = useLingui();
  const format = useFormat();
  const others = useOthersIn(number);
  const told = useRef('');
  const names = format.list([...others]);
  const text = others.length > 0 ? t`Also here: ${names}` : '';
  useEffect(() => {
    if (text && text !== told.current) announce(text);
    told.current = text;
  }, [text]);
  if (!text) return null;
  return (
    <span className={styles.others} title={text}>
      <Icon name="people" size={16} />
      <span>{text}</span>
    </span>
  );
}
