import { expect, it } from 'vitest';
import { before, isDay, length, monthsUntil, type Preset, spanOf, yearBefore } from './spans';

const TODAY = '2026-03-31';

it.each<[Preset, string, string]>([
  ['today', '2026-03-31', '2026-03-31'],
  ['yesterday', '2026-03-30', '2026-03-30'],
  ['last_7', '2026-03-25', '2026-03-31'],
  ['last_30', '2026-03-02', '2026-03-31'],
  ['month', '2026-03-01', '2026-03-31'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['quarter', '2026-01-01', '2026-03-31'],
  ['last_quarter', '2025-10-01', '2025-12-31'],
  ['year', '2026-01-01', '2026-03-31'],
  ['last_year', '2025-01-01', '2025-12-31'],
])('%s', (preset, from, to) => expect(spanOf(preset, TODAY)).toEqual({ from, to }));

it('counts no day that has not come', () => {
  expect(spanOf('quarter', '2026-05-02')).toEqual({ from: '2026-04-01', to: '2026-05-02' });
  expect(length({ from: '2026-02-27', to: '2026-03-02' })).toBe(4);
});

it.each<[Preset | 'own', string, string, string, string]>([
  ['last_7', '2026-03-25', '2026-03-31', '2026-03-18', '2026-03-24'],
  ['month', '2026-03-01', '2026-03-12', '2026-02-01', '2026-02-12'],
  ['month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['last_month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
  ['quarter', '2026-10-01', '2026-11-28', '2026-07-01', '2026-08-28'],
  ['last_quarter', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
  ['year', '2026-01-01', '2026-11-28', '2025-01-01', '2025-11-28'],
  ['last_year', '2025-01-01', '2025-12-31', '2024-01-01', '2024-12-31'],
  // Chosen days: whole months, or as many days.
  ['own', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
  ['own', '2026-03-01', '2026-03-12', '2026-02-17', '2026-02-28'],
  ['own', '2026-03-05', '2026-03-31', '2026-02-06', '2026-03-04'],
])('%s %s to %s comes after %s to %s', (preset, from, to, earlierFrom, earlierTo) =>
  expect(before({ from, to }, preset)).toEqual({ from: earlierFrom, to: earlierTo }));

it('knows the same days of the year before', () => {
  expect(yearBefore({ from: '2026-03-25', to: '2026-03-31' })).toEqual({ from: '2025-03-25', to: '2025-03-31' });
  expect(yearBefore({ from: '2025-02-01', to: '2025-02-28' })).toEqual({ from: '2024-02-01', to: '2024-02-29' });
  expect(yearBefore({ from: '2024-02-29', to: '2024-02-29' })).toEqual({ from: '2023-02-28', to: '2023-02-28' });
});

it('takes days and months from the address', () => {
  const days = ['2026-02-28', '2026-02-31', '2026-13-01', '2026-2-1', '', '0002-01-01', '9999-12-31'];
  expect(days.filter(isDay)).toEqual(['2026-02-28']);
  expect(monthsUntil('2026-01-31', 3)).toEqual(['2026-01', '2025-12', '2025-11']);
});
