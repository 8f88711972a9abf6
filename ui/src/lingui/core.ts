/**
 * The part of `@lingui/core` that the shop runs, under its name (see `resolve.alias` in the build): compiled messages, plurals
 * and placeholders. The library itself would weigh four times as much and asks `Intl`, which the server's engine lacks. What
 * the library's tools compile is what is read here; a test holds both to the same answers.
 */

import { NumberFormat, PluralRules } from '../domain/plural';

/** Text, `#` inside a plural, or a placeholder: its name, its kind and the forms of that kind. */
type Token = string | [name: string, kind?: string, forms?: unknown];
type Forms = { [form: string]: CompiledMessage | number };
export type CompiledMessage = string | Token[];
export type Messages = Record<string, CompiledMessage>;
type Values = Record<string, unknown>;

export interface MessageDescriptor {
  id: string;
  message?: string;
  values?: Values;
}

/** Makes messages of their text: in tests only, where the messages in the code stand for the catalogue. */
let compile: ((message: string) => CompiledMessage) | undefined;
export function setCompiler(compiler: (message: string) => CompiledMessage): void {
  compile = compiler;
}

const rules = new Map<string, { plural: PluralRules; number: NumberFormat }>();
function rulesOf(locale: string) {
  let found = rules.get(locale);
  if (!found) {
    found = { plural: new PluralRules(locale), number: new NumberFormat(locale) };
    rules.set(locale, found);
  }
  return found;
}

/** `count` is what `#` stands for. */
function write(message: CompiledMessage | undefined, locale: string, values: Values, count = ''): string {
  if (message === undefined) return '';
  if (typeof message === 'string') return message;
  let text = '';
  for (const token of message) {
    if (typeof token === 'string') {
      text += token === '#' && count !== '' ? count : token;
      continue;
    }
    const [name, kind] = token;
    const forms = (token[2] ?? {}) as Forms;
    const value = values[name];
    if (kind === 'plural') {
      const { plural, number } = rulesOf(locale);
      const n = Number(value) - Number(forms.offset ?? 0);
      const form = forms[String(value)] ?? forms[plural.select(n)] ?? forms.other;
      text += write(form as CompiledMessage, locale, values, number.format(n));
    } else if (kind === 'select') {
      text += write((forms[String(value)] ?? forms.other) as CompiledMessage, locale, values, count);
    } else if (value !== undefined && value !== null) {
      text += String(value);
    }
  }
  return text;
}

export class I18n {
  locale = '';
  #catalogues: Record<string, Messages> = {};

  get messages(): Messages {
    return this.#catalogues[this.locale] ?? {};
  }

  /** Adds to what is loaded already. */
  load(locale: string, messages: Messages): void {
    this.#catalogues[locale] = { ...this.#catalogues[locale], ...messages };
  }

  activate(locale: string): void {
    this.locale = locale;
  }

  loadAndActivate({ locale, messages }: { locale: string; messages: Messages }): void {
    this.load(locale, messages);
    this.activate(locale);
  }

  /** A message in the language, its placeholders filled; what is in no catalogue is its own id. */
  _ = (message: MessageDescriptor | string, values?: Values, options?: { message?: string }): string => {
    const {
      id,
      values: own,
      message: text,
    } = typeof message === 'string' ? { id: message, values, message: options?.message } : message;
    const compiled = this.messages[id] ?? (compile && text ? compile(text) : (text ?? id));
    return write(compiled, this.locale, own ?? values ?? {});
  };

  t = this._;

  /** Nothing listens: a page keeps its language for as long as it is shown. */
  on(): () => void {
    return () => {};
  }
}

export function setupI18n(options: { locale?: string; messages?: Record<string, Messages> } = {}): I18n {
  const i18n = new I18n();
  for (const [locale, messages] of Object.entries(options.messages ?? {})) i18n.load(locale, messages);
  if (options.locale) i18n.activate(options.locale);
  return i18n;
}
