/**
 * What Lingui asks of `Intl` for plurals and their numbers. The build injects it in place of the global one, on both sides: the
 * server's engine has none, and the first `Intl.NumberFormat` of a page costs a phone 100 ms.
 */

import { pluralCategory, separate } from './domain/plural';

type Locales = readonly string[];
const first = ([locale = 'en']: Locales) => locale;

export class PluralRules {
  #lang: string;
  constructor(locales: Locales) {
    this.#lang = first(locales);
  }
  select(n: number): string {
    return pluralCategory(this.#lang, n);
  }
}

export class NumberFormat {
  #lang: string;
  constructor(locales: Locales) {
    this.#lang = first(locales);
  }
  format(n: number): string {
    return separate(this.#lang, String(n));
  }
}
