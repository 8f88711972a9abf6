/**
 * Full-screen gallery. Zoom by pinch, wheel, double tap, buttons or keys (+, −, 0); arrow keys pan when zoomed, else change
 * the picture.
 */

import { useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Image } from '../../api/types';
import { Dialog } from '../../parts/Dialog';
import { Icon } from '../../parts/Icon';
import { Picture } from '../../parts/Picture';
import styles from './FullScreenGallery.module.css';
import { useGestures } from './useGestures';
import { type Point, panned, UNZOOMED, type Zoom, zoomedAt } from './zoom';

export interface FullScreenGalleryProps {
  open: boolean;
  onClose: () => void;
  images: Image[];
  at: number;
  onShow: (index: number) => void;
  name: string;
}

/** Zoom factor of a button or key. */
const ZOOM_STEP = 1.5;
/** Pixels per arrow key. */
const PAN_STEP = 80;

export function FullScreenGallery({ open, onClose, images, at, onShow, name }: FullScreenGalleryProps) {
  const { t } = useLingui();
  const stage = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState<Zoom>(UNZOOMED);
  const current = useRef(zoom);
  const image = images[at];
  const src = image?.src;

  /** Changes the view within the bounds of the stage. */
  const change = (to: (zoom: Zoom, half: Point) => Zoom) => {
    const { clientWidth = 0, clientHeight = 0 } = stage.current ?? {};
    current.current = to(current.current, { x: clientWidth / 2, y: clientHeight / 2 });
    setZoom(current.current);
  };
  const zoomBy = (factor: number, around: Point = { x: 0, y: 0 }) =>
    change((zoom, half) => zoomedAt(zoom, factor, around, half));

  // Resets the zoom before paint, so that a gesture already in progress is not lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useLayoutEffect(() => change(() => UNZOOMED), [src, open]);

  // The CSP forbids style attributes; setting a style by script is allowed. Before paint, so that the picture follows the
  // pointer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture is another element.
  useLayoutEffect(() => {
    const picture = stage.current?.querySelector<HTMLElement>('picture img');
    if (picture) picture.style.transform = `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`;
  }, [zoom, src]);

  const onKeyDown = (event: KeyboardEvent) => {
    const isClose = current.current.scale > 1;
    const go = (x: number, y: number, by: number) =>
      isClose ? change((zoom, half) => panned(zoom, { x, y }, half)) : by !== 0 && onShow(at + by);
    const keys: Record<string, () => void> = {
      '+': () => zoomBy(ZOOM_STEP),
      '=': () => zoomBy(ZOOM_STEP),
      '-': () => zoomBy(1 / ZOOM_STEP),
      '0': () => change(() => UNZOOMED),
      ArrowLeft: () => go(PAN_STEP, 0, -1),
      ArrowRight: () => go(-PAN_STEP, 0, 1),
      ArrowUp: () => go(0, PAN_STEP, 0),
      ArrowDown: () => go(0, -PAN_STEP, 0),
    };
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  useGestures(stage, open, { change, zoomBy, step: (by) => onShow(at + by), onKeyDown });

  const number = at + 1;
  const total = images.length;
  return (
    <Dialog open={open} onClose={onClose} title={name} titleHidden placement="full">
      <div className={styles.large}>
        <div className={styles.stage} ref={stage} data-close={zoom.scale > 1 ? '' : undefined}>
          {image && <Picture key={image.src} image={image} sizes="200vw" ratio="own" />}
        </div>
        <div className={styles.tools}>
          {total > 1 && (
            <button type="button" aria-label={t`Previous picture`} onClick={() => onShow(at - 1)}>
              <Icon name="chevron-left" />
            </button>
          )}
          <button
            type="button"
            aria-label={t`Smaller`}
            aria-disabled={zoom.scale <= 1}
            onClick={() => zoomBy(1 / ZOOM_STEP)}
          >
            <Icon name="minus" />
          </button>
          <p role="status">
            <span aria-hidden="true">{`${number} / ${total}`}</span>
            <span className="visually-hidden">{t`Picture ${number} of ${total}`}</span>
          </p>
          <button type="button" aria-label={t`Larger`} onClick={() => zoomBy(ZOOM_STEP)}>
            <Icon name="plus" />
          </button>
          {total > 1 && (
            <button type="button" aria-label={t`Next picture`} onClick={() => onShow(at + 1)}>
              <Icon name="chevron-right" />
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
