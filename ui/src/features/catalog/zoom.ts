/** Geometry of the zoomed picture. Points are pixels from the centre of the stage. */

export interface Point {
  x: number;
  y: number;
}

/** `x` and `y`: position of the picture's centre. */
export interface Zoom extends Point {
  scale: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 5;

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

/** Keeps the picture over its stage; `half` is half the stage's size. */
function bounded({ scale, x, y }: Zoom, half: Point): Zoom {
  if (scale <= 1) return UNZOOMED;
  return { scale, x: clamp(x, half.x * (scale - 1)), y: clamp(y, half.y * (scale - 1)) };
}

/** Zooms by a factor around a fixed point. */
export function zoomedAt(zoom: Zoom, factor: number, around: Point, half: Point): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const grown = scale / zoom.scale;
  return bounded({ scale, x: around.x - (around.x - zoom.x) * grown, y: around.y - (around.y - zoom.y) * grown }, half);
}

/** Pans; does nothing at scale 1. */
export function panned(zoom: Zoom, by: Point, half: Point): Zoom {
  return bounded({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, half);
}
