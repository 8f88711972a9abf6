/** Zoom geometry. */

import { describe, expect, it } from 'vitest';
import { panned, UNZOOMED, zoomedAt } from './zoom';

const half = { x: 400, y: 500 };

describe('zoomed picture', () => {
  it('keeps the point under the pointer', () => {
    const point = { x: 100, y: -50 };
    const near = zoomedAt(UNZOOMED, 2, point, half);
    // The point in picture coordinates, (point − centre) / scale, is invariant.
    expect((point.x - near.x) / near.scale).toBeCloseTo(100);
    expect((point.y - near.y) / near.scale).toBeCloseTo(-50);
  });

  it('stays within the stage and the maximum scale', () => {
    const near = zoomedAt(UNZOOMED, 2, { x: 0, y: 0 }, half);
    expect(panned(near, { x: 10_000, y: -10_000 }, half)).toEqual({ scale: 2, x: 400, y: -500 });
    expect(zoomedAt(near, 100, { x: 0, y: 0 }, half).scale).toBe(5);
  });

  it('cannot be panned at scale 1', () => {
    expect(panned(UNZOOMED, { x: 40, y: 40 }, half)).toEqual(UNZOOMED);
    expect(zoomedAt(zoomedAt(UNZOOMED, 3, { x: 90, y: 90 }, half), 0.01, { x: 0, y: 0 }, half)).toEqual(UNZOOMED);
  });
});
