/** The brand name in the display font; a grave accent is drawn in the accent colour. */

import { useSite } from '../state/site';
import styles from './Wordmark.module.css';

export function Wordmark() {
  const { brand } = useSite();
  const [before = '', accent = '', after = ''] = brand.split(/([àèìòùÀÈÌÒÙ])/);
  return (
    <span class={styles.wordmark} translate={false} lang="fr">
      {before}
      {accent && <span class={styles.accent}>{accent}</span>}
      {after}
    </span>
  );
}
