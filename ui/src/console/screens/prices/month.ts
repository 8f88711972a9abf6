/** A month or a week of the calendar: its weeks, and in which lane each campaign stands. Days are `2026-11-26`. */

import type { Campaign } from '../../api/types';

const DAY = 86_400_000;

const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** `2026-11`, or that of the day where it is none. */
export function readMonth(text: string | null, today: string): string {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : today.slice(0, 7);
}

export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayAt(Date.UTC(year, number - 1 + months, 1)).slice(0, 7);
}

/** Whole weeks from Monday to Sunday that hold the month. */
export function weeksOf(month: string): string[][] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const first = Date.UTC(year, number - 1, 1);
  const last = Date.UTC(year, number, 0);
  const begin = first - ((new Date(first).getUTCDay() + 6) % 7) * DAY;
  const weeks = [];
  for (let monday = begin; monday <= last; monday += 7 * DAY) {
    weeks.push(Array.from({ length: 7 }, (_, day) => dayAt(monday + day * DAY)));
  }
  return weeks;
}

/** The Monday of the week that holds a day. */
export function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return dayAt(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY);
}

/** The Monday of the week that an address names, or of that of today. */
export function readWeek(text: string | null, today: string): string {
  const isDay = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
  return mondayOf(isDay ? text : today);
}

export const weekAfter = (monday: string, weeks: number): string =>
  dayAt(Date.parse(`${monday}T00:00:00Z`) + weeks * 7 * DAY);

export const daysOfWeek = (monday: string): string[] =>
  Array.from({ length: 7 }, (_, day) => dayAt(Date.parse(`${monday}T00:00:00Z`) + day * DAY));

/** When a campaign begins and ends within a day, on the shop's clocks: `09:00`. Null: before, or after. Undefined: not on this day. */
export function hoursOn(day: string, { begins, ends }: Pick<Campaign, 'begins' | 'ends'>) {
  const [from, to] = daysOf({ begins, ends });
  if (day < from || day > to) return undefined;
  const midnight = (text: string) => (text === '00:00' ? null : text);
  return {
    from: begins.startsWith(day) ? midnight(begins.slice(11, 16)) : null,
    to: ends.startsWith(day) ? midnight(ends.slice(11, 16)) : null,
  };
}

/** The first and the last day on which a campaign reduces anything. One that ends at midnight has ended the day before. */
export function daysOf({ begins, ends }: Pick<Campaign, 'begins' | 'ends'>): [string, string] {
  const last =
    ends.slice(11, 16) === '00:00' ? dayAt(Date.parse(`${ends.slice(0, 10)}T00:00:00Z`) - DAY) : ends.slice(0, 10);
  return [begins.slice(0, 10), last < begins.slice(0, 10) ? begins.slice(0, 10) : last];
}

export interface Span<C> {
  of: C;
  from: string;
  to: string;
  lane: number;
}

/** Campaigns by their begin, each in the first lane that is free on all of its days. */
export function lanesOf<C extends Pick<Campaign, 'begins' | 'ends'>>(campaigns: readonly C[]): Span<C>[] {
  const ends: string[] = [];
  return campaigns.map((of) => {
    const [from, to] = daysOf(of);
    const free = ends.findIndex((end) => end < from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    return { of, from, to, lane };
  });
}
