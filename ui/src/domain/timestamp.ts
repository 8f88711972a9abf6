/** Moments (RFC 3339) as the clocks of Paris show them, where the house keeps its books; the same on server and client. */

import { date } from './format';

/** The last Sunday of a month, at 01:00 UTC: when the clocks of the European Union change. */
function dstChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 0));
  return Date.UTC(year, month - 1, last.getUTCDate() - last.getUTCDay(), 1);
}

/** A moment (RFC 3339, UTC) as the clocks show it in Paris: `2026-11-21T09:30:00.000Z`. */
function toParisTime(moment: string): string {
  const time = Date.parse(moment);
  const year = new Date(time).getUTCFullYear();
  const summer = time >= dstChange(year, 3) && time < dstChange(year, 10);
  return new Date(time + (summer ? 2 : 1) * 3_600_000).toISOString();
}

/** The day that a moment falls on in Paris: `2026-11-21`. */
export function parisDay(moment: string): string {
  return toParisTime(moment).slice(0, 10);
}

/** The time of day in Paris: `09:30`; in French `9 h 30`. */
export function parisTime(lang: string, moment: string): string {
  const time = toParisTime(moment).slice(11, 16);
  return lang === 'fr' ? time.replace(/^0/, '').replace(':', '\u00a0h\u00a0') : time;
}

/** A moment as a date. */
export function timestampDate(lang: string, moment: string): string {
  return date(lang, parisDay(moment));
}

/** The last day before a moment at which something ends: at midnight the day is the one that is over. */
export function lastDate(lang: string, end: string): string {
  return timestampDate(lang, new Date(Date.parse(end) - 1).toISOString());
}
