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

const FIRST = '2000-01-01';
const LAST = '2199-12-31';

/** A day that there is, in years that a house can have figures of. */
export const isDay = (text: string) =>
  DAY.test(text) && text >= FIRST && text <= LAST && !Number.isNaN(at(text)) && dayOf(at(text)) === text;

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

const isLast = (day: string) => plus(day, 1).endsWith('-01');

/** So many months later; what ends with a month still does. */
function shifted({ from, to }: FiguresSpan, by: number): FiguresSpan {
  return { from: moved(from, by), to: isLast(to) ? plus(firstOf(to, by + 1), -1) : moved(to, by) };
}

/** Months of the period that a preset is a part of. */
const PERIODS: Partial<Record<Preset | 'own', number>> = {
  month: 1,
  last_month: 1,
  quarter: 3,
  last_quarter: 3,
  year: 12,
  last_year: 12,
};

/** The time before: the same part of the month, quarter or year before; of chosen whole months as many, else as many days. */
export function before(span: FiguresSpan, preset: Preset | 'own'): FiguresSpan {
  const period = PERIODS[preset];
  if (period) return shifted(span, -period);
  const { from, to } = span;
  if (!from.endsWith('-01') || !isLast(to)) return { from: plus(from, -length(span)), to: plus(from, -1) };
  const [year = 0, month = 1] = from.split('-').map(Number);
  const [lastYear = 0, lastMonth = 1] = to.split('-').map(Number);
  return shifted(span, -((lastYear - year) * 12 + lastMonth - month + 1));
}

export const yearBefore = (span: FiguresSpan): FiguresSpan => shifted(span, -12);

/** The months that an archive can be made of, the newest first. */
export function monthsUntil(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, past) => firstOf(today, -past).slice(0, 7));
}
