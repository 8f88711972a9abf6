/** RFC 3339 timestamps in Europe/Paris, the company's time zone; identical on server and client. */

import { date } from './format';

/** Last Sunday of a month at 01:00 UTC: start or end of daylight saving time in the EU. */
function dstChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 0));
  return Date.UTC(year, month - 1, last.getUTCDate() - last.getUTCDay(), 1);
}

/** Wall-clock time in Paris, as if it were UTC: `2026-11-21T09:30:00.000Z`. */
function toParisTime(moment: string): string {
  const time = Date.parse(moment);
  const year = new Date(time).getUTCFullYear();
  const summer = time >= dstChange(year, 3) && time < dstChange(year, 10);
  return new Date(time + (summer ? 2 : 1) * 3_600_000).toISOString();
}

/** Calendar day in Paris: `2026-11-21`. */
export function parisDay(moment: string): string {
  return toParisTime(moment).slice(0, 10);
}

/** Time of day in Paris: `09:30`; in French `9 h 30`. */
export function parisTime(lang: string, moment: string): string {
  const time = toParisTime(moment).slice(11, 16);
  return lang === 'fr' ? time.replace(/^0/, '').replace(':', '\u00a0h\u00a0') : time;
}

/** Opening time in Paris as spoken: `8:00`; in German `8`, in French `8 h`, both with minutes if there are any. */
export function parisOpeningTime(lang: string, moment: string): string {
  const time = parisTime(lang, moment).replace(/^0/, '');
  return lang === 'de' || lang === 'fr' ? time.replace(/[:\u00a0]00$/, '') : time;
}

/** Long date in Paris. */
export function timestampDate(lang: string, moment: string): string {
  return date(lang, parisDay(moment));
}

/** Last day of a period that ends at `end` (exclusive): midnight gives the day before. */
export function lastDate(lang: string, end: string): string {
  return timestampDate(lang, new Date(Date.parse(end) - 1).toISOString());
}
