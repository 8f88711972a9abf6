// @vitest-environment node
import { expect, it } from 'vitest';
import { startOfDay } from './days';

it('starts days at midnight of the zone, also when the clocks change', () => {
  const at = (day: string, after?: number) => new Date(startOfDay(day, 'Europe/Paris', after) ?? 0).toISOString();
  expect(at('2026-11-21')).toBe('2026-11-20T23:00:00.000Z');
  expect(at('2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
  expect(at('2026-03-29', 1)).toBe('2026-03-29T22:00:00.000Z');
  expect(at('2026-10-25', 1)).toBe('2026-10-25T23:00:00.000Z');
  expect(startOfDay('soon', 'Europe/Paris')).toBeUndefined();
});
