// @vitest-environment node
import { expect, it } from 'vitest';
import { momentFor, secondsUntil, UNDO_MS } from './deedClock';

const NOW = Date.parse('2026-11-26T09:00:00Z');

it('counts whole seconds, never below zero', () => {
  expect(secondsUntil(NOW + 10_000, NOW)).toBe(10);
  expect(secondsUntil(NOW + 9_001, NOW)).toBe(10);
  expect(secondsUntil(NOW + 1, NOW)).toBe(1);
  expect(secondsUntil(NOW, NOW)).toBe(0);
  expect(secondsUntil(NOW - 5_000, NOW)).toBe(0);
});

it('takes the server’s moment', () => {
  expect(momentFor(NOW + 9_800, NOW, true)).toBe(NOW + 9_800);
  expect(momentFor(NOW + 4_000, NOW, false)).toBe(NOW + 4_000);
});

it('counts from the answer where the clocks differ', () => {
  expect(momentFor(NOW + 300_000, NOW, true)).toBe(NOW + UNDO_MS);
  expect(momentFor(NOW - 300_000, NOW, true)).toBe(NOW + UNDO_MS);
});

it('never waits longer than a deed can', () => {
  expect(momentFor(NOW + 300_000, NOW, false)).toBe(NOW + UNDO_MS);
  expect(momentFor(NOW - 300_000, NOW, false)).toBe(NOW);
});
