/** A picture in the widths the shop has of it. Its place is reserved by ratio, its ground is linen. */

import type { Image } from '../api/types';
import styles from './Picture.module.css';

export interface PictureProps {
  image: Image | null | undefined;
  /** How wide it will be: "(min-width: 900px) 25vw, 50vw". */
  sizes: string;
  /** The one picture that decides when the page is there: fetched first, never lazily. */
  priority?: boolean;
  /** Ratio of its place; the picture covers it. `own` keeps its own. */
  ratio?: '4/5' | '3/2' | '1/1' | '21/9' | '16/10' | 'own';
  /** Decorative here: its name stands beside it. */
  decorative?: boolean;
  class?: string;
}

const RATIO = {
  '4/5': styles.r45,
  '3/2': styles.r32,
  '1/1': styles.r11,
  '21/9': styles.r219,
  '16/10': styles.r1610,
  own: '',
};

export function Picture({ image, sizes, priority, ratio = '4/5', decorative, class: extra = '' }: PictureProps) {
  const frame = `${styles.frame} ${RATIO[ratio]} ${extra}`;
  if (!image) return <span class={`${frame} ${styles.none}`} aria-hidden="true" />;
  return (
    <span class={frame}>
      <img
        src={image.src}
        srcset={image.srcset || undefined}
        sizes={image.srcset ? sizes : undefined}
        width={image.width}
        height={image.height}
        alt={decorative ? '' : image.alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchpriority={priority ? 'high' : undefined}
        decoding={priority ? 'sync' : 'async'}
      />
    </span>
  );
}
