/** Texts of the server's messages, and formats of the language. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { TRY_LATER } from '../api/client';
import { useSession } from '../api/queries';
import type { Lang, Message } from '../api/types';
import { startOfDay } from './days';
import { LOCALES } from './language';

/** Text of a server message; an unknown id gives the generic one. */
export function useMessageText(): (message: Message) => string {
  const { i18n } = useLingui();
  return ({ id, params }) => i18n._(id in i18n.messages ? id : TRY_LATER, params);
}

const JUST_NOW = msg`just now`;

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Dates and times of the shop's time zone. */
export function useFormat() {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSession();
  const locale = LOCALES[i18n.locale as Lang] ?? 'en-GB';
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    const short = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone });
    const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
    const dayAndMonth = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
    const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone });
    const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone });
    const shortWeekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone });
    const weekdayAndDay = new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone,
    });
    const dayKey = new Intl.DateTimeFormat('en-CA', { timeZone });
    const number = new Intl.NumberFormat(locale, { useGrouping: 'always' as unknown as boolean });
    const pieces = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
    const signed = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' });
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
    const regions = new Intl.DisplayNames(locale, { type: 'region' });
    const money = (currency: string) => {
      const options = { style: 'currency', currency, useGrouping: 'always' as unknown as boolean } as const;
      return new Intl.NumberFormat(locale, options);
    };
    const noon = (iso: string) => (startOfDay(iso, timeZone) ?? Date.parse(iso)) + 12 * HOUR;
    // Figtree's hyphen is half as wide as a digit.
    const decimals = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      useGrouping: 'always' as unknown as boolean,
    });
    const fraction = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
    const minus = (text: string) => text.replace('-', '\u2212');
    const currencies = new Map<string, Intl.NumberFormat>();
    return {
      date: (at: number) => day.format(at),
      time: (at: number) => moment.format(at),
      /** Numbers only, for tables. */
      shortTime: (at: number) => short.format(at),
      hour: (at: number) => hour.format(at),
      weekday: (at: number) => weekday.format(at),
      dayAndMonth: (at: number) => dayAndMonth.format(at),
      /** As a line of its own: French and Spanish write weekdays small. */
      longDate: (at: number) => long.format(at).replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale)),
      /** The weekday of a day such as `2026-11-26`, short. */
      weekdayOf: (iso: string) => shortWeekday.format(noon(iso)),
      /** The weekday and the day of `2026-11-26`, short, as a line of its own. */
      weekdayAndDay: (iso: string) =>
        weekdayAndDay.format(noon(iso)).replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale)),
      /** A month such as `2026-11`, as a line of its own. */
      month: (iso: string) => {
        const text = month.format(noon(`${iso}-01`));
        return text.replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale));
      },
      /** The same, short. */
      shortMonth: (iso: string) => shortMonth.format(noon(`${iso}-01`)),
      /** A day such as `2026-11-26`, short and without its year. */
      shortDay: (iso: string) => dayAndMonth.format(noon(iso)),
      /** The day of the shop's time zone, `2026-11-26`. */
      dayOf: (at: number) => dayKey.format(at),
      /** A day such as `2026-11-26`. */
      day: (iso: string) => day.format(noon(iso)),
      days: (from: string, to: string) => day.formatRange(noon(from), noon(to)),
      /** Days of the week, 1 (Monday) to 7. */
      weekdays(from: number, to: number) {
        // A week that begins on Monday.
        const [first, last] = [from, to].map((of) => weekday.format(noon(`2024-01-0${of}`)));
        return from === to ? `${first}` : `${first} – ${last}`;
      },
      number: (value: number) => number.format(value),
      /** With two decimals at most. */
      decimal: (value: number) => minus(fraction.format(value)),
      /** `1.4 GB`. */
      bytes(value: number) {
        const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), SIZES.length - 1);
        const options = { style: 'unit', unit: SIZES[power], maximumSignificantDigits: 3 } as const;
        return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(value / 1000 ** power);
      },
      /** Pieces that came or went: `+3`, `−2`. */
      pieces: (count: number) => minus(pieces.format(count)),
      /** `8.1` → `8.1%`. */
      percent: (rate: string) => percent.format(Number(rate) / 100),
      /** `+12%`. */
      change: (ratio: number) => minus(signed.format(ratio)),
      money(amount: string, currency: string) {
        const known = currencies.get(currency) ?? money(currency);
        currencies.set(currency, known);
        return minus(known.format(Number(amount)));
      },
      /** An amount whose currency stands elsewhere. */
      amount: (amount: string) => minus(decimals.format(Number(amount))),
      country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
      list: (names: readonly string[]) => names.join(locale === 'zh-CN' ? '、' : ', '),
      /** `5 minutes ago`; a date beyond a week. What lies ahead, by a clock that is behind the server's, is just now. */
      ago(at: number, now = Date.now()) {
        const passed = Math.min(at - now, 0);
        const distance = -passed;
        if (distance < MINUTE) return i18n._(JUST_NOW);
        if (distance < HOUR) return relative.format(Math.round(passed / MINUTE), 'minute');
        if (distance < DAY) return relative.format(Math.round(passed / HOUR), 'hour');
        if (distance < 7 * DAY) return relative.format(Math.round(passed / DAY), 'day');
        return day.format(at);
      },
    };
  }, [i18n, locale, timeZone]);
}
