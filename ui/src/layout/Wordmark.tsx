/** The house's name, set in the display face; a grave accent in it is brass. */

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
