/** Formats of a language and a time zone. */

import { startOfDay } from './days';

const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Made when first asked for: each takes up to a millisecond. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function create(locale: string, timeZone: string) {
  const day = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone }));
  const moment = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }));
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const short = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone }));
  const hour = once(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }));
  const weekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }));
  const long = once(
    () => new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }),
  );
  const dayAndMonth = once(() => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }));
  const month = once(() => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone }));
  const shortMonth = once(() => new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone }));
  const shortWeekday = once(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone }));
  const weekdayAndDay = once(
    () =>
      new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        timeZone,
      }),
  );
  const dayKey = once(() => new Intl.DateTimeFormat('en-CA', { timeZone }));
  const number = once(() => new Intl.NumberFormat(locale, { useGrouping: 'always' as unknown as boolean }));
  const pieces = once(() => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }));
  const signed = once(() => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }));
  const regions = once(() => new Intl.DisplayNames(locale, { type: 'region' }));
  const money = (currency: string) => {
    const options = { style: 'currency', currency, useGrouping: 'always' as unknown as boolean } as const;
    return new Intl.NumberFormat(locale, options);
  };
  const noon = (iso: string) => (startOfDay(iso, timeZone) ?? Date.parse(iso)) + 12 * HOUR;
  // Figtree's hyphen is half as wide as a digit.
  const decimals = once(
    () =>
      new Intl.NumberFormat(locale, {
        minimumFractionDigits: 2,
        useGrouping: 'always' as unknown as boolean,
      }),
  );
  const fraction = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }));
  const minus = (text: string) => text.replace('-', '\u2212');
  const currencies = new Map<string, Intl.NumberFormat>();
  return {
    date: (at: number) => day().format(at),
    time: (at: number) => moment().format(at),
    /** Numbers only, for tables. */
    shortTime: (at: number) => short().format(at),
    hour: (at: number) => hour().format(at),
    weekday: (at: number) => weekday().format(at),
    dayAndMonth: (at: number) => dayAndMonth().format(at),
    /** As a line of its own: French and Spanish write weekdays small. */
    longDate: (at: number) =>
      long()
        .format(at)
        .replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale)),
    /** The weekday of a day such as `2026-11-26`, short. */
    weekdayOf: (iso: string) => shortWeekday().format(noon(iso)),
    /** The weekday and the day of `2026-11-26`, short, as a line of its own. */
    weekdayAndDay: (iso: string) =>
      weekdayAndDay()
        .format(noon(iso))
        .replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale)),
    /** A month such as `2026-11`, as a line of its own. */
    month: (iso: string) => {
      const text = month().format(noon(`${iso}-01`));
      return text.replace(/^\p{L}/u, (first) => first.toLocaleUpperCase(locale));
    },
    /** The same, short. */
    shortMonth: (iso: string) => shortMonth().format(noon(`${iso}-01`)),
    /** A day such as `2026-11-26`, short and without its year. */
    shortDay: (iso: string) => dayAndMonth().format(noon(iso)),
    /** The day of the shop's time zone, `2026-11-26`. */
    dayOf: (at: number) => dayKey().format(at),
    /** A day such as `2026-11-26`. */
    day: (iso: string) => day().format(noon(iso)),
    days: (from: string, to: string) => day().formatRange(noon(from), noon(to)),
    /** Days of the week, 1 (Monday) to 7. */
    weekdays(from: number, to: number) {
      // A week that begins on Monday.
      const [first, last] = [from, to].map((of) => weekday().format(noon(`2024-01-0${of}`)));
      return from === to ? `${first}` : `${first} – ${last}`;
    },
    number: (value: number) => number().format(value),
    /** With two decimals at most. */
    decimal: (value: number) => minus(fraction().format(value)),
    /** `1.4 GB`. */
    bytes(value: number) {
      const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), SIZES.length - 1);
      const options = { style: 'unit', unit: SIZES[power], maximumSignificantDigits: 3 } as const;
      return new Intl.NumberFormat(locale, options as Intl.NumberFormatOptions).format(value / 1000 ** power);
    },
    /** Pieces that came or went: `+3`, `−2`. */
    pieces: (count: number) => minus(pieces().format(count)),
    /** `8.1` → `8.1%`. */
    percent: (rate: string) => percent().format(Number(rate) / 100),
    /** `+12%`. */
    change: (ratio: number) => minus(signed().format(ratio)),
    money(amount: string, currency: string) {
      const known = currencies.get(currency) ?? money(currency);
      currencies.set(currency, known);
      return minus(known.format(Number(amount)));
    },
    /** An amount whose currency stands elsewhere. */
    amount: (amount: string) => minus(decimals().format(Number(amount))),
    country: (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code),
    list: (names: readonly string[]) => names.join(locale === 'zh-CN' ? '、' : ', '),
    /** `5 minutes ago`; a date beyond a week; undefined within a minute, and for what lies ahead by a clock behind the server's. */
    ago(at: number, now = Date.now()) {
      const passed = Math.min(at - now, 0);
      const distance = -passed;
      if (distance < MINUTE) return undefined;
      if (distance < HOUR) return relative().format(Math.round(passed / MINUTE), 'minute');
      if (distance < DAY) return relative().format(Math.round(passed / HOUR), 'hour');
      if (distance < 7 * DAY) return relative().format(Math.round(passed / DAY), 'day');
      return day().format(at);
    },
  };
}

type Formats = ReturnType<typeof create>;

const known = new Map<string, Formats>();

/** The one set of formats of a locale and an IANA time zone, shared by all that show something. */
export function formatsOf(locale: string, timeZone: string): Formats {
  const key = `${locale} ${timeZone}`;
  const formats = known.get(key) ?? create(locale, timeZone);
  known.set(key, formats);
  return formats;
}
