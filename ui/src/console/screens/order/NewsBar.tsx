/** Tells at the bottom of the window what others have just done with the order that somebody looks at. */

import { Plural, useLingui } from '@lingui/react/macro';
import { Bar } from '../../parts/Bar';
import { Button, IconButton } from '../../parts/Button';
import styles from './OrderScreen.module.css';
import { useTold } from './Timeline';
import type { Entry } from './timeline';
import type { News } from './useNews';

export function NewsBar({ news: { unread, read }, currency }: { news: News; currency: string }) {
  const [first, ...others] = unread;
  return first ? <Filled first={first} others={others.length} read={read} currency={currency} /> : null;
}

interface Props {
  first: Entry;
  others: number;
  read: () => void;
  currency: string;
}

function Filled({ first, others, read, currency }: Props) {
  const { t } = useLingui();
  const { title, details, text } = useTold(first, currency);
  const show = () => {
    read();
    const history = document.getElementById('order-history');
    history?.scrollIntoView({ block: 'start' });
    history?.focus({ preventScroll: true });
  };
  return (
    <Bar label={t`New on this order`}>
      <p role="status">
        <span className={styles.newsTitle}>{[title, details[0] ?? text].filter(Boolean).join(' · ')}</span>
        {others > 0 && (
          <span className={styles.newsMore}>
            <Plural value={others} one="and # more" other="and # more" />
          </span>
        )}
      </p>
      <Button small onPress={show}>{t`Show`}</Button>
      <IconButton icon="close" aria-label={t`Close`} onPress={read} />
    </Bar>
  );
}
