/** Spans of days, as they stand in the address. A day is a text such as `2026-11-03`. */

import type { FiguresSpan } from '../../api/types';

export const PRESETS = [
  'today',
  'yesterday',
  'last_7',
  'last_30',
  'month',
  'last_month',
  'quarter',
  'last_quarter',
  'year',
  'last_year',
] as const;

export type Preset = (typeof PRESETS)[number];

export const AGAINST = ['before', 'year', 'own', 'none'] as const;

export type Against = (typeof AGAINST)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MILLISECONDS = 86_400_000;

export const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

const plus = (day: string, days: number) => dayOf(at(day) + days * MILLISECONDS);

export const length = ({ from, to }: FiguresSpan) => Math.round((at(to) - at(from)) / MILLISECONDS) + 1;

/** The first day of the month that lies so many months from a day's. */
function firstOf(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return dayOf(Date.UTC(year, month - 1 + months, 1));
}

/** Whole months from the one that lies `first` months from a day's. */
const months = (day: string, first: number, count: number): FiguresSpan => ({
  from: firstOf(day, first),
  to: plus(firstOf(day, first + count), -1),
});

/** Months since the quarter of a day, or its year, has begun. */
const into = (day: string, period: number) => (Number(day.slice(5, 7)) - 1) % period;

/** What has not come yet does not count. */
const untilToday = (span: FiguresSpan, today: string): FiguresSpan => (span.to > today ? { ...span, to: today } : span);

export function spanOf(preset: Preset, today: string): FiguresSpan {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: plus(today, -1), to: plus(today, -1) };
    case 'last_7':
      return { from: plus(today, -6), to: today };
    case 'last_30':
      return { from: plus(today, -29), to: today };
    case 'month':
      return untilToday(months(today, 0, 1), today);
    case 'last_month':
      return months(today, -1, 1);
    case 'quarter':
      return untilToday(months(today, -into(today, 3), 3), today);
    case 'last_quarter':
      return months(today, -into(today, 3) - 3, 3);
    case 'year':
      return untilToday(months(today, -into(today, 12), 12), today);
    case 'last_year':
      return months(today, -into(today, 12) - 12, 12);
  }
}

/** The same day of another month; its last where it is shorter. */
function moved(day: string, by: number): string {
  const last = plus(firstOf(day, by + 1), -1);
  return `${last.slice(0, 8)}${Number(day.slice(8)) > Number(last.slice(8)) ? last.slice(8) : day.slice(8)}`;
}

/**
 * The span before: as many days, or as many months where it begins with one. The current month is compared with as many days of the
 * month before.
 */
export function before(span: FiguresSpan): FiguresSpan {
  const { from, to } = span;
  if (!from.endsWith('-01')) return { from: plus(from, -length(span)), to: plus(from, -1) };
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number);
  const count = (lastYear - year) * 12 + lastMonth - month + 1;
  const isWhole = to === plus(firstOf(to, 1), -1);
  return { from: firstOf(from, -count), to: isWhole ? plus(from, -1) : moved(to, -count) };
}

export function yearBefore({ from, to }: FiguresSpan): FiguresSpan {
  const isWhole = to === plus(firstOf(to, 1), -1);
  return { from: moved(from, -12), to: isWhole ? plus(firstOf(to, -11), -1) : moved(to, -12) };
}

/** The months that an archive can be made of, the newest first. */
export function monthsUntil(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, past) => firstOf(today, -past).slice(0, 7));
}
