/** The house's logo; without one the brand's name in the display font, where a grave accent is drawn in the accent colour. */

import { useSite } from '../state/site';
import styles from './Wordmark.module.css';

export function Wordmark({ on = 'light' }: { /** The ground that it stands on. */ on?: 'light' | 'primary' }) {
  const { brand, look } = useSite();
  const logo = on === 'primary' ? look.logo_on_dark : look.logo;
  if (logo) {
    return (
      <picture>
        {on === 'light' && look.logo_on_dark && (
          <source srcSet={`/brand/${look.logo_on_dark.file}`} media="(prefers-color-scheme: dark)" />
        )}
        <img
          className={styles.logo}
          data-plate={on === 'light' && !look.logo_on_dark ? '' : undefined}
          src={`/brand/${logo.file}`}
          width={logo.width}
          height={logo.height}
          alt={brand}
        />
      </picture>
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
