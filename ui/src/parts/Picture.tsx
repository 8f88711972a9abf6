/** Responsive image. Space is reserved by aspect ratio; eager images show a blurred inline preview until loaded. */

import { useContext } from 'react';
import type { Image } from '../api/types';
import { HeadContext } from '../state/page';
import styles from './Picture.module.css';

export interface PictureProps {
  image: Image | null | undefined;
  /** `sizes` attribute: "(min-width: 900px) 25vw, 50vw". */
  sizes: string;
  /** LCP image: loaded first, never lazily. */
  priority?: boolean;
  /** Shows the blurred preview; defaults to `priority`. */
  preview?: boolean;
  /** Aspect ratio, cropped to cover; `own` keeps the image's. */
  ratio?: '4/5' | '3/2' | '1/1' | '21/9' | '16/10' | 'own';
  /** Decorative: its text is beside it. */
  decorative?: boolean;
  className?: string;
}

const RATIO = {
  '4/5': styles.r45,
  '3/2': styles.r32,
  '1/1': styles.r11,
  '21/9': styles.r219,
  '16/10': styles.r1610,
  own: '',
};

export function Picture({
  image,
  sizes,
  priority,
  preview = priority,
  ratio = '4/5',
  decorative,
  className: extra = '',
}: PictureProps) {
  const frame = `${styles.frame} ${RATIO[ratio]} ${extra}`;
  // The server preloads the first such image in the head.
  const collector = useContext(HeadContext);
  if (import.meta.env.SSR && priority && image) collector.picture ??= { image, sizes };
  if (!image) return <span className={`${frame} ${styles.none}`} aria-hidden="true" />;
  return (
    <span className={frame}>
      {preview && image.preview && <img src={image.preview} className={styles.preview} alt="" />}
      <picture>
        {image.avif && <source type="image/avif" srcSet={image.avif} sizes={sizes} />}
        <img
          src={image.src}
          srcSet={image.srcset}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={decorative ? '' : image.alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : undefined}
          decoding={priority ? 'sync' : 'async'}
        />
      </picture>
    </span>
  );
}
