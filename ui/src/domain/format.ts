/**
 * Money, dates and percentages by language, from CLDR 48; identical on server and client. Exception to CLDR: Spanish always
 * groups thousands (boutique.md §9).
 */

import { separate } from './plural';

/** Currency symbols by language. */
const SIGNS: Record<string, Record<string, string>> = {
  en: { EUR: '€', GBP: '£', CNY: 'CN¥' },
  fr: { EUR: '€', GBP: '£GB' },
  de: { EUR: '€', GBP: '£', CNY: 'CN¥' },
  es: { EUR: '€' },
  zh: { EUR: '€', GBP: '£', CNY: '¥' },
};
const SIGN_FIRST = new Set(['en', 'zh']);
const NBSP = '\u00a0';

/** `1234.50`, `EUR` → `€1,234.50`, `1 234,50 €` … */
export function money(lang: string, amount: string, currency: string): string {
  const negative = amount.startsWith('-');
  const number = separate(lang, negative ? amount.slice(1) : amount);
  const sign = SIGNS[lang]?.[currency] ?? currency;
  const minus = negative ? '\u2212' : '';
  if (!SIGN_FIRST.has(lang)) return `${minus}${number}${NBSP}${sign}`;
  // Alphabetic symbols are separated from the digits.
  return /[A-Z]$/.test(sign) ? `${minus}${sign}${NBSP}${number}` : `${minus}${sign}${number}`;
}

/** 30 → `30%`, with a no-break space where the language uses one. */
export function percent(lang: string, value: number | string): string {
  return `${separate(lang, String(value))}${SIGN_FIRST.has(lang) ? '' : NBSP}%`;
}

export function number(lang: string, value: number): string {
  return separate(lang, String(value));
}

const MONTHS: Record<string, string[]> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
};

interface Day {
  year: number;
  month: number;
  day: number;
}

function parseDay(iso: string): Day {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  if (!match) throw new Error(`not a date: ${iso}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** Day, month and year of a date. `year: false` omits the year, `month: false` month and year. */
function parts(lang: string, d: Day, year: boolean, month = true): string {
  const name = MONTHS[lang]?.[d.month - 1] ?? '';
  switch (lang) {
    case 'zh':
      return `${year ? `${d.year}年` : ''}${month ? `${d.month}月` : ''}${d.day}日`;
    case 'de':
      return `${d.day}.${month ? ` ${name}` : ''}${year ? ` ${d.year}` : ''}`;
    case 'es':
      return `${d.day}${month ? ` de ${name}` : ''}${year ? ` de ${d.year}` : ''}`;
    case 'fr':
      // The first of a month is an ordinal in French.
      return `${d.day === 1 ? '1er' : d.day}${month ? ` ${name}` : ''}${year ? ` ${d.year}` : ''}`;
    default:
      return `${d.day}${month ? ` ${name}` : ''}${year ? ` ${d.year}` : ''}`;
  }
}

/** `2026-11-21` → `21 November 2026`, `21. November 2026`, `2026年11月21日` … */
export function date(lang: string, iso: string): string {
  return parts(lang, parseDay(iso), true);
}

/** Without the year: `21 November`. */
export function dayMonth(lang: string, iso: string): string {
  return parts(lang, parseDay(iso), false);
}

/** A date range that names common parts once: `24–27 November 2026`. */
export function dateRange(lang: string, fromIso: string, toIso: string, withYear = true): string {
  const from = parseDay(fromIso);
  const to = parseDay(toIso);
  const sameYear = from.year === to.year;
  const sameMonth = sameYear && from.month === to.month;
  if (sameMonth && from.day === to.day) return parts(lang, to, withYear);
  if (lang === 'zh') {
    return `${parts(lang, from, withYear)}至${parts(lang, to, withYear && !sameYear, !sameMonth)}`;
  }
  const start = parts(lang, from, withYear && !sameYear, !sameMonth);
  return `${start}${sameMonth ? '–' : `${NBSP}– `}${parts(lang, to, withYear)}`;
}

const WEEKDAYS: Record<string, string[]> = {
  en: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
  fr: 'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' '),
  de: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split(' '),
  es: 'lunes martes miércoles jueves viernes sábado domingo'.split(' '),
  zh: '周一 周二 周三 周四 周五 周六 周日'.split(' '),
};

/** Days of the week, 1 (Monday) to 7: `Monday to Saturday`; a single one by itself. */
export function weekdays(lang: string, from: number, to: number): string {
  const names = WEEKDAYS[lang] ?? WEEKDAYS.en ?? [];
  const [first = '', last = ''] = [names[from - 1], names[to - 1]];
  if (from === to) return first;
  const joined: Record<string, string> = {
    en: `${first} to ${last}`,
    fr: `du ${first} au ${last}`,
    de: `${first} bis ${last}`,
    es: `de ${first} a ${last}`,
    zh: `${first}至${last}`,
  };
  return joined[lang] ?? `${first} – ${last}`;
}

/** A label before its value. */
export function colon(lang: string, name: string): string {
  return name + (lang === 'zh' ? '：' : lang === 'fr' ? `${NBSP}: ` : ': ');
}

/** A label and its value; dimensions (`70 × 140 cm`) stay on one line. */
export function pair(lang: string, name: string, value: string): string {
  return colon(lang, name) + value.replace(/([\d×]) (?=[\d×a-z])/g, `$1${NBSP}`);
}

/** Unit of a unit price. */
export function unit(lang: string, code: 'l' | 'kg'): string {
  return lang !== 'zh' ? code : code === 'l' ? '升' : '千克';
}

/** Joined by the language's comma: a conjunction would need grammar per language. */
export function list(lang: string, names: readonly string[]): string {
  return names.join(lang === 'zh' ? '、' : ', ');
}

/** Address lines on one line. */
export function inLine(lang: string, lines: readonly string[]): string {
  return lines.join(lang === 'zh' ? '，' : ', ');
}
