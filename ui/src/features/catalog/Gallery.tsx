/** Product gallery: swipeable row, thumbnails, arrows; zoom by hover, key or pinch. */

import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import type { Image } from '../../api/types';
import { browserOnly, type Loader, useLazy } from '../../layout/lazy';
import { Icon } from '../../parts/Icon';
import { Picture } from '../../parts/Picture';
import type { FullScreenGalleryProps } from './FullScreenGallery';
import styles from './Gallery.module.css';

export interface GalleryProps {
  /** Pictures of the chosen variant, in order. */
  images: Image[];
  name: string;
}

const loadFullScreenGallery: Loader<FullScreenGalleryProps> = import.meta.env.SSR
  ? browserOnly
  : () => import('./FullScreenGallery').then((module) => module.FullScreenGallery);

export function Gallery({ images: list, name }: GalleryProps) {
  const { t } = useLingui();
  const [at, setAt] = useState(0);
  const [zoomed, setZoomed] = useState(false);
  const FullScreenGallery = useLazy(zoomed, loadFullScreenGallery);
  const row = useRef<HTMLUListElement>(null);
  /** Target of a programmatic scroll; -1 while scrolled by hand. */
  const bound = useRef(-1);

  const show = (index: number, smooth = true) => {
    const next = (index + list.length) % list.length;
    setAt(next);
    bound.current = next;
    const track = row.current;
    // Smoothness is decided in CSS, which respects reduced motion.
    if (track) track.scrollTo({ left: next * track.clientWidth, behavior: smooth ? 'auto' : 'instant' });
  };

  // Another variant keeps the current position if its picture there differs, else starts at its first.
  const chosen = list.map(({ src }) => src).join();
  const before = useRef(list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other pictures move the row.
  useEffect(() => {
    const seen = before.current[at];
    before.current = list;
    if (at > 0 && (!list[at] || list[at].src === seen?.src)) show(0, false);
  }, [chosen]);

  const byHand = () => {
    bound.current = -1;
  };
  const onScroll = () => {
    const track = row.current;
    if (!track || track.clientWidth === 0) return;
    const next = Math.round(track.scrollLeft / track.clientWidth);
    // Ignore pictures passed during a programmatic scroll.
    if (bound.current === next) bound.current = -1;
    if (bound.current === -1 && next !== at && next < list.length) setAt(next);
  };

  const total = list.length;
  const number = at + 1;
  return (
    <section
      className={styles.gallery}
      aria-label={t`Pictures of ${name}`}
      onKeyDown={(event) => {
        // Modifier keys belong to the browser: back and forward.
        if (zoomed || event.altKey || event.ctrlKey || event.metaKey) return;
        const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: total - 1 }[event.key];
        if (next === undefined) return;
        show(next);
        event.preventDefault();
      }}
    >
      <div className={styles.stage}>
        <ul
          className={styles.row}
          aria-label={t`Picture ${number} of ${total}`}
          ref={row}
          onScroll={onScroll}
          onPointerDown={byHand}
          onWheel={byHand}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable row must be reachable by keyboard.
          tabIndex={0}
          onPointerEnter={({ currentTarget, pointerType }) => {
            if (pointerType === 'mouse')
              void import('./hoverZoom').then(({ attachHoverZoom }) => attachHoverZoom(currentTarget));
          }}
        >
          {/* Keyed by position: the old picture stays until the new one is loaded. */}
          {list.map((image, index) => (
            <li key={index} className={styles.slide}>
              <Picture
                image={image}
                sizes="(min-width: 900px) 56vw, (min-width: 768px) 46vw, 100vw"
                priority={index === 0}
              />
            </li>
          ))}
        </ul>
        {total > 1 && (
          <div className={styles.arrows}>
            <button
              type="button"
              className={styles.arrow}
              aria-label={t`Previous picture`}
              onClick={() => show(at - 1)}
            >
              <Icon name="chevron-left" />
            </button>
            <button type="button" className={styles.arrow} aria-label={t`Next picture`} onClick={() => show(at + 1)}>
              <Icon name="chevron-right" />
            </button>
          </div>
        )}
        <button type="button" className={styles.zoom} aria-haspopup="dialog" onClick={() => setZoomed(true)}>
          <Icon name="zoom" size={18} />
          <span className="visually-hidden">{t`Enlarge picture`}</span>
        </button>
      </div>
      {total > 1 && (
        <ul className={styles.thumbs}>
          {list.map((image, index) => {
            const number = index + 1;
            return (
              <li key={number}>
                <button
                  type="button"
                  className={styles.thumb}
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
      {FullScreenGallery && (
        <FullScreenGallery
          open={zoomed}
          onClose={() => setZoomed(false)}
          images={list}
          at={at}
          onShow={show}
          name={name}
        />
      )}
    </section>
  );
}
