/** Products seen last in this browser; nothing in what the server sends. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from '../parts/Link';
import { Picture } from '../parts/Picture';
import { consentStore } from '../state/consent';
import { noteViewed, recentlyViewed, type SeenProduct } from '../state/recentlyViewed';
import { useLang } from '../state/site';
import { useStore } from '../state/store';
import styles from './RecentlyViewed.module.css';

export interface RecentlyViewedProps {
  /** The product of this page: it is noted, and not shown. */
  current?: Omit<SeenProduct, 'lang'>;
}

export function RecentlyViewed({ current }: RecentlyViewedProps) {
  const { t } = useLingui();
  const lang = useLang();
  const [seen, setSeen] = useState<SeenProduct[]>([]);
  const { revision } = useStore(consentStore);
  // What was chosen since changes what may be kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the product is told by its SKU
  useEffect(() => {
    setSeen(recentlyViewed(lang).filter(({ sku }) => sku !== current?.sku));
    if (current) noteViewed({ ...current, lang });
  }, [lang, current?.sku, revision]);
  if (seen.length === 0) return null;
  return (
    <section className={styles.seen} aria-labelledby="recently-viewed">
      <h2 id="recently-viewed">{t`Recently viewed`}</h2>
      <ul className={styles.list}>
        {seen.map(({ sku, name, url, image }) => (
          <li key={sku}>
            <Link href={url} className={styles.link}>
              <Picture image={image} sizes="(min-width: 900px) 11vw, 40vw" decorative />
              <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
