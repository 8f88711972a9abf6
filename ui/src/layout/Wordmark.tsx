/** The brand name in the display font; a grave accent is drawn in the accent colour. */

import { useSite } from '../state/site';
import styles from './Wordmark.module.css';

export function Wordmark() {
  const { brand } = useSite();
  const [before = '', accent = '', after = ''] = brand.split(/([àèìòùÀÈÌÒÙ])/);
  return (
    <span className={styles.wordmark} translate="no" lang="fr">
      {before}
      {accent && <span className={styles.accent}>{accent}</span>}
      {after}
    </span>
  );
}
