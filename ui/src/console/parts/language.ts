/** The language of the console: that of the person, before sign-in that of the browser. */

import { type I18n, i18n, type Messages, setupI18n } from '@lingui/core';
import type { Lang } from '../api/types';

const PACKS: Record<Lang, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../../locales/console/en.po'),
  fr: () => import('../../../locales/console/fr.po'),
  de: () => import('../../../locales/console/de.po'),
  es: () => import('../../../locales/console/es.po'),
  zh: () => import('../../../locales/console/zh.po'),
};

/** What only a few screens say. */
const LATER: Record<Lang, () => Promise<{ messages: Messages }>> = {
  en: () => import('../../../locales/console/en.po?part=later'),
  fr: () => import('../../../locales/console/fr.po?part=later'),
  de: () => import('../../../locales/console/de.po?part=later'),
  es: () => import('../../../locales/console/es.po?part=later'),
  zh: () => import('../../../locales/console/zh.po?part=later'),
};

/** Whether one of these screens was opened: from then on their words come with each language. */
let isLaterWanted = false;

export const LOCALES: Record<Lang, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' };

/** Names of the languages in themselves. */
export const LANGUAGE_NAMES: Record<Lang, string> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  es: 'Español',
  zh: '中文',
};

const KEY = 'console.lang';

/** What the console says in a language, for what is shown in another than its own. */
export async function wordsOf(lang: Lang): Promise<I18n> {
  const [{ messages }, later] = await Promise.all([PACKS[lang](), LATER[lang]()]);
  const all = { ...messages, ...later.messages };
  return setupI18n({ locale: lang, locales: lang === 'es' ? 'es-CO' : lang, messages: { [lang]: all } });
}

/** The reader's language among those of the shop, else the first of them. */
export const ownOf = (languages: readonly Lang[], locale: string): Lang =>
  languages.find((lang) => lang === locale) ?? languages[0] ?? 'en';

const isLang = (code: string): code is Lang => code in PACKS;

/** The language of the person, else the one used last on this device, else the browser's. */
export function preferred(languages: readonly Lang[], own?: string): Lang {
  const wishes = [own ?? '', stored(), ...navigator.languages.map((locale) => locale.slice(0, 2).toLowerCase())];
  return wishes.find((code): code is Lang => isLang(code) && languages.includes(code)) ?? languages[0] ?? 'en';
}

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export async function speak(lang: Lang): Promise<void> {
  if (i18n.locale === lang) return;
  const [{ messages }] = await Promise.all([PACKS[lang](), isLaterWanted && readLater(lang)]);
  // Numbers are grouped from four digits, as in the shop; Spain's locale does so from five.
  i18n.load(lang, messages);
  i18n.activate(lang, lang === 'es' ? 'es-CO' : lang);
  document.documentElement.lang = LOCALES[lang];
  try {
    localStorage.setItem(KEY, lang);
  } catch {
    // Without storage the browser's language is used again.
  }
}

async function readLater(lang: Lang): Promise<void> {
  const { messages } = await LATER[lang]();
  i18n.load(lang, messages);
}

/** Reads these words, before such a screen is shown. */
export async function speakLater(): Promise<void> {
  isLaterWanted = true;
  if (isLang(i18n.locale)) await readLater(i18n.locale);
}
