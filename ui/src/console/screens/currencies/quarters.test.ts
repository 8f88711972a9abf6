import { expect, test } from 'vitest';
import { isQuarter, lastQuarters } from './quarters';

test('the quarters that have ended, the last one first', () => {
  expect(lastQuarters(new Date(2027, 1, 3), 3)).toEqual(['2026-Q4', '2026-Q3', '2026-Q2']);
  expect(lastQuarters(new Date(2026, 11, 31), 1)).toEqual(['2026-Q3']);
});

test('what names no quarter is none', () => {
  expect(['2026-Q3', '2026-Q5', '26-Q1', '', '2026-Q1x'].map(isQuarter)).toEqual([true, false, false, false, false]);
});
