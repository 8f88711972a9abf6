/** The house's name in its display face, a grave accent in the accent colour, as in the shop. */

import styles from './Wordmark.module.css';

export function Wordmark({ brand }: { brand: string }) {
  const [before = '', accent = '', after = ''] = brand.split(/([àèìòùÀÈÌÒÙ])/);
  return (
    <span className={styles.wordmark} translate="no" lang="fr">
      {before}
      {accent && <span className={styles.accent}>{accent}</span>}
      {after}
    </span>
  );
}
