/** A product's pictures: a row to swipe, thumbnails at every width, arrows, and a closer look. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Image } from '../../api/types';
import { absent, type Loader, useLazy } from '../../layout/overlays';
import { Icon } from '../../parts/Icon';
import { Picture } from '../../parts/Picture';
import type { EnlargedProps } from './Enlarged';
import styles from './Gallery.module.css';

export interface GalleryProps {
  images: Image[];
  /** Index of the picture that the chosen variant has. */
  shown: number;
  name: string;
}

const loadEnlarged: Loader<EnlargedProps> = import.meta.env.SSR
  ? absent
  : () => import('./Enlarged').then((module) => module.Enlarged);

/** Swatch pictures of dozens of variants would be dozens of thumbnails: the product's own, and the chosen one. */
const OWN = 4;

export function Gallery({ images, shown, name }: GalleryProps) {
  const { t } = useLingui();
  const list = shown < OWN ? images.slice(0, OWN) : [images[shown] as Image, ...images.slice(1, OWN)];
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const Enlarged = useLazy(zoomed, loadEnlarged);
  const row = useRef<HTMLUListElement>(null);

  const show = (index: number, smooth = true) => {
    const next = (index + list.length) % list.length;
    setAt(next);
    const track = row.current;
    if (track) track.scrollTo({ left: next * track.clientWidth, behavior: smooth ? 'smooth' : 'auto' });
  };

  // Another choice of colour shows its picture.
  const first = list[0]?.src;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another picture moves the row.
  useEffect(() => {
    if (at !== 0) show(0, false);
  }, [first]);

  const onScroll = () => {
    const track = row.current;
    if (!track || track.clientWidth === 0) return;
    const next = Math.round(track.scrollLeft / track.clientWidth);
    if (next !== at && next < list.length) setAt(next);
  };

  const total = list.length;
  const current = list[at];
  return (
    <section
      class={styles.gallery}
      aria-label={t`Pictures of ${name}`}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') show(at + 1);
        else if (event.key === 'ArrowLeft') show(at - 1);
      }}
    >
      <div class={styles.stage}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable row must be reachable by keyboard. */}
        <ul class={styles.row} ref={row} onScroll={onScroll} tabIndex={0}>
          {list.map((image, index) => (
            <li key={image.src} class={styles.slide}>
              <Picture image={image} sizes="(min-width: 900px) 56vw, 100vw" priority={index === 0} />
            </li>
          ))}
        </ul>
        {total > 1 && (
          <div class={styles.arrows}>
            <button type="button" class={styles.arrow} aria-label={t`Previous picture`} onClick={() => show(at - 1)}>
              <Icon name="chevron-left" />
            </button>
            <button type="button" class={styles.arrow} aria-label={t`Next picture`} onClick={() => show(at + 1)}>
              <Icon name="chevron-right" />
            </button>
          </div>
        )}
        <button type="button" class={styles.zoom} aria-haspopup="dialog" onClick={() => setZoomed(true)}>
          <Icon name="zoom" size={18} />
          <span class="visually-hidden">{t`Enlarge picture`}</span>
        </button>
      </div>
      {total > 1 && (
        <ul class={styles.thumbs}>
          {list.map((image, index) => {
            const number = index + 1;
            return (
              <li key={image.src}>
                <button
                  type="button"
                  class={styles.thumb}
                  aria-label={t`Picture ${number} of ${total}`}
                  aria-current={index === at ? 'true' : undefined}
                  onClick={() => show(index)}
                >
                  <Picture image={image} sizes="80px" decorative />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {Enlarged && <Enlarged open={zoomed} onClose={() => setZoomed(false)} image={current} name={name} />}
    </section>
  );
}
