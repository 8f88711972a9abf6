/** The house's logo; without one the brand's name in the display font, where a grave accent is drawn in the accent colour. */

import { useSite } from '../state/site';
import styles from './Wordmark.module.css';

export function Wordmark({ on = 'light' }: { /** The ground that it stands on. */ on?: 'light' | 'primary' }) {
  const { brand, look } = useSite();
  const logo = on === 'primary' ? look.logo_on_dark : look.logo;
  if (logo) {
    return (
      <img className={styles.logo} src={`/brand/${logo.file}`} width={logo.width} height={logo.height} alt={brand} />
    );
  }
  const [before = '', accent = '', after = ''] = brand.split(/([àèìòùÀÈÌÒÙ])/);
  return (
    <span className={styles.wordmark} translate="no">
      {before}
      {accent && <span className={styles.accent}>{accent}</span>}
      {after}
    </span>
  );
}
