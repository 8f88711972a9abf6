/** RFC 3339 timestamps in the shop's time zone; identical on server and client, as the server has no `Intl`. */

import type { Lang, TimeZone } from '../api/types';
import { date } from './format';

/** What a page or a mail knows of its time zone. */
export interface Clockface {
  lang: Lang;
  time_zone: TimeZone;
}

/** Minutes ahead of UTC. */
function offset({ offsets }: TimeZone, time: number): number {
  const passed = offsets.filter(([from]) => from * 1000 <= time);
  return (passed.at(-1) ?? offsets[0])?.[1] ?? 0;
}

/** Wall-clock time of the shop, as if it were UTC: `2026-11-21T09:30:00.000Z`. */
function toShopTime({ time_zone }: Clockface, moment: string): string {
  const time = Date.parse(moment);
  return new Date(time + offset(time_zone, time) * 60_000).toISOString();
}

/** Calendar day: `2026-11-21`. */
export function shopDay(site: Clockface, moment: string): string {
  return toShopTime(site, moment).slice(0, 10);
}

/** Time of day: `09:30`; in French `9 h 30`. */
export function shopTime(site: Clockface, moment: string): string {
  const time = toShopTime(site, moment).slice(11, 16);
  return site.lang === 'fr' ? time.replace(/^0/, '').replace(':', '\u00a0h\u00a0') : time;
}

/** A time such as `08:00` as spoken: `8:00`; in German `8`, in French `8 h`, both with minutes if there are any. */
export function spokenTime(lang: Clockface['lang'], clock: string): string {
  const time = (lang === 'fr' ? clock.replace(':', '\u00a0h\u00a0') : clock).replace(/^0/, '');
  return lang === 'de' || lang === 'fr' ? time.replace(/[:\u00a0]00$/, '') : time;
}

/** Opening time as spoken. */
export function openingTime(site: Clockface, moment: string): string {
  return spokenTime(site.lang, toShopTime(site, moment).slice(11, 16));
}

/** Offset from UTC: `UTC+1`, `UTC-3:30`. */
export function utcOffset({ time_zone }: Clockface, moment: string): string {
  const minutes = offset(time_zone, Date.parse(moment));
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const part = rest ? `:${String(rest).padStart(2, '0')}` : '';
  return minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${hours}${part}`;
}

/** Long date. */
export function timestampDate(site: Clockface, moment: string): string {
  return date(site.lang, shopDay(site, moment));
}

/** Last day of a period that ends at `end` (exclusive): midnight gives the day before. */
export function lastDate(site: Clockface, end: string): string {
  return timestampDate(site, new Date(Date.parse(end) - 1).toISOString());
}
