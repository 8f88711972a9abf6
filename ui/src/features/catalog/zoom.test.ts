/** Zoom geometry. */

import { describe, expect, it } from 'vitest';
import { panned, UNZOOMED, zoomedAt } from './zoom';

const half = { x: 400, y: 500 };

describe('an enlarged picture', () => {
  it('keeps the place that is pointed at', () => {
    const point = { x: 100, y: -50 };
    const near = zoomedAt(UNZOOMED, 2, point, half);
    // The point in picture coordinates, (point − centre) / scale, is invariant.
    expect((point.x - near.x) / near.scale).toBeCloseTo(100);
    expect((point.y - near.y) / near.scale).toBeCloseTo(-50);
  });

  it('never leaves its stage, and never grows without end', () => {
    const near = zoomedAt(UNZOOMED, 2, { x: 0, y: 0 }, half);
    expect(panned(near, { x: 10_000, y: -10_000 }, half)).toEqual({ scale: 2, x: 400, y: -500 });
    expect(zoomedAt(near, 100, { x: 0, y: 0 }, half).scale).toBe(5);
  });

  it('lies still when it is seen as a whole', () => {
    expect(panned(UNZOOMED, { x: 40, y: 40 }, half)).toEqual(UNZOOMED);
    expect(zoomedAt(zoomedAt(UNZOOMED, 3, { x: 90, y: 90 }, half), 0.01, { x: 0, y: 0 }, half)).toEqual(UNZOOMED);
  });
});
