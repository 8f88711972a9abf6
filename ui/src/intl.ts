/** `Intl` for the server's engine, which has none: what Lingui asks for plurals and their numbers. Browsers use their own. */

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
