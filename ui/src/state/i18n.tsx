/** Messages and formats in the page's language. */

import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { TRY_LATER } from '../api/client';
import type { Lang, UnitPrice } from '../api/types';
import * as format from '../domain/format';
import type { Problem } from '../domain/text';
import { useSite } from './site';

export function createI18n(lang: Lang, messages: Messages): I18n {
  const i18n = setupI18n();
  i18n.load(lang, messages);
  i18n.activate(lang);
  return i18n;
}

/** Keeps a day with its month. */
export function withNoBreakSpaces(date: string): string {
  return date
    .replace(/(\d\S*) (?:(de) )?/g, (_, day, of) => (of ? `${day}\u00a0de\u00a0` : `${day}\u00a0`))
    .replace(/ de (?=\d)/, ' de\u00a0');
}

/** Formatter for the page's language and currency. */
export function useFormat(): Formatter {
  const { lang, currency } = useSite();
  const key = `${lang} ${currency}`;
  let found = formatters.get(key);
  if (!found) {
    found = createFormatter(lang, currency);
    formatters.set(key, found);
  }
  return found;
}

export type Formatter = ReturnType<typeof createFormatter>;

/** By language and currency. */
const formatters = new Map<string, Formatter>();

function createFormatter(lang: Lang, currency: string) {
  return {
    money: (amount: string, inCurrency: string = currency) => format.money(lang, amount, inCurrency),
    /** Price per litre or kilogram. */
    unitPrice: ({ amount, unit }: UnitPrice, inCurrency: string = currency) =>
      `${format.money(lang, amount, inCurrency)} / 1 ${format.unit(lang, unit)}`,
    percent: (value: number) => format.percent(lang, value),
    number: (value: number) => format.number(lang, value),
    date: (iso: string) => withNoBreakSpaces(format.date(lang, iso)),
    dayMonth: (iso: string) => withNoBreakSpaces(format.dayMonth(lang, iso)),
    dateRange: (from: string, to: string, withYear = true) =>
      withNoBreakSpaces(format.dateRange(lang, from, to, withYear)),
    weekdays: (from: number, to: number) => format.weekdays(lang, from, to),
    pair: (name: string, value: string) => format.pair(lang, name, value),
    list: (names: readonly string[]) => format.list(lang, names),
  };
}

/** Text of a server message by id. Ids are keys of the language pack; an unknown id gives the generic error. */
export function messageText(i18n: I18n, message: Problem): string {
  const id = message.id in i18n.messages ? message.id : TRY_LATER;
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.params ?? {})) {
    params[name] = /^\d{4}-\d{2}-\d{2}$/.test(value) ? withNoBreakSpaces(format.date(i18n.locale, value)) : value;
  }
  return i18n._(id, params);
}

export function useMessageText(): (message: Problem) => string {
  const { i18n } = useLingui();
  return (message) => messageText(i18n, message);
}
