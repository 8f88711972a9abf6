/**
 * A picture in the widths and kinds the shop has of it. Its place is reserved by ratio, its ground is linen; those seen first
 * show a blurred preview, which came with the page, until they are there.
 */

import { useContext } from 'preact/hooks';
import type { Image } from '../api/types';
import { HeadContext } from '../state/page';
import styles from './Picture.module.css';

export interface PictureProps {
  image: Image | null | undefined;
  /** How wide it will be: "(min-width: 900px) 25vw, 50vw". */
  sizes: string;
  /** The one picture that decides when the page is there: fetched first, never lazily. */
  priority?: boolean;
  /** Whether the preview is shown where there is one; as `priority` when not said. */
  preview?: boolean;
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

export function Picture({
  image,
  sizes,
  priority,
  preview = priority,
  ratio = '4/5',
  decorative,
  class: extra = '',
}: PictureProps) {
  const frame = `${styles.frame} ${RATIO[ratio]} ${extra}`;
  // The server names the first such picture in the head, where the browser finds it before anything else.
  const collector = useContext(HeadContext);
  if (import.meta.env.SSR && priority && image) collector.picture ??= { image, sizes };
  if (!image) return <span class={`${frame} ${styles.none}`} aria-hidden="true" />;
  return (
    <span class={frame}>
      {preview && image.preview && <img src={image.preview} class={styles.preview} alt="" />}
      <picture>
        {image.avif && <source type="image/avif" srcset={image.avif} sizes={sizes} />}
        <img
          src={image.src}
          srcset={image.srcset}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={decorative ? '' : image.alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchpriority={priority ? 'high' : undefined}
          decoding={priority ? 'sync' : 'async'}
        />
      </picture>
    </span>
  );
}
