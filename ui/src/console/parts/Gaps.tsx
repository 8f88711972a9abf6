/** What a product lacks, in words; languages of one thing together. */

import { useLingui } from '@lingui/react/macro';
import { Badge } from './Feedback';
import styles from './Gaps.module.css';
import { useProductNames } from './productNames';
import { useFormat } from './text';

/** Keeps nothing off sale. */
const SOFT = ['alt', 'picture'];

export function Gaps({ missing }: { missing: readonly string[] }) {
  const { t } = useLingui();
  const format = useFormat();
  const names = useProductNames();
  const of = new Map<string, string[]>();
  for (const code of missing) {
    const [gap = '', lang] = code.split('.');
    of.set(gap, [...(of.get(gap) ?? []), ...(lang ? [lang] : [])]);
  }
  if (of.size === 0) return <span className={styles.none}>{t`nothing`}</span>;
  return (
    <span className={styles.gaps}>
      {[...of].map(([gap, langs]) => (
        <Badge key={gap} tone={SOFT.includes(gap) ? 'neutral' : 'warning'}>
          {langs.length > 0
            ? `${names.gap(gap)}: ${format.list(langs.map((lang) => lang.toUpperCase()))}`
            : names.gap(gap)}
        </Badge>
      ))}
    </span>
  );
}
