/**
 * Gestures of the full-screen gallery: two pointers pinch, one pans or swipes, the wheel zooms at the pointer, a double tap
 * toggles; keys work anywhere in the dialog.
 */

import { useLayoutEffect, useRef } from 'react';
import { type Point, panned, UNZOOMED, type Zoom } from './zoom';

/** Pixels of a swipe to the next picture. */
const SWIPE_DISTANCE = 48;

export interface GestureHandlers {
  change: (to: (zoom: Zoom, half: Point) => Zoom) => void;
  zoomBy: (factor: number, around: Point) => void;
  /** Shows another picture. */
  step: (by: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function useGestures(stage: { current: HTMLDivElement | null }, open: boolean, latest: GestureHandlers): void {
  const handlers = useRef(latest);
  handlers.current = latest;
  // Layout effect: keys before the first paint must work.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!open || !element) return;
    const pointers = new Map<number, Point>();
    let start: Point | null = null;
    const place = ({ clientX, clientY }: MouseEvent): Point => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    };
    const onDown = (event: PointerEvent) => {
      pointers.set(event.pointerId, place(event));
      element.setPointerCapture(event.pointerId);
      start = pointers.size === 1 && !('close' in element.dataset) ? place(event) : null;
    };
    const onMove = (event: PointerEvent) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = place(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (other) {
        const apart = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y) || 1;
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        handlers.current.zoomBy(apart(now) / apart(before), middle);
      } else {
        handlers.current.change((zoom, half) => panned(zoom, { x: now.x - before.x, y: now.y - before.y }, half));
      }
    };
    const onUp = (event: PointerEvent) => {
      const end = pointers.get(event.pointerId);
      pointers.delete(event.pointerId);
      if (start && end && event.type === 'pointerup' && Math.abs(end.x - start.x) > SWIPE_DISTANCE) {
        handlers.current.step(end.x < start.x ? 1 : -1);
      }
      start = null;
    };
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      handlers.current.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15, place(event));
    };
    const onDouble = (event: MouseEvent) => {
      const isClose = 'close' in element.dataset;
      if (isClose) handlers.current.change(() => UNZOOMED);
      else handlers.current.zoomBy(2.5, place(event));
    };
    const onKeyDown = (event: KeyboardEvent) => handlers.current.onKeyDown(event);
    const dialog = element.closest('dialog');
    dialog?.addEventListener('keydown', onKeyDown);
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('dblclick', onDouble);
    return () => {
      dialog?.removeEventListener('keydown', onKeyDown);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('dblclick', onDouble);
    };
  }, [stage, open]);
}
