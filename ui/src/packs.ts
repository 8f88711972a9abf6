/**
 * Language packs in two parts: `core` for every page, `rest` for cart, checkout, result, accounts and rare server messages.
 * A browser loads `core` at once, `rest` with those pages or when idle.
 */

import type { I18n, Messages } from '@lingui/core';
import type { Lang } from './api/types';
import { routeNamed } from './domain/routeTable';

type Load = () => Promise<{ messages: Messages }>;

const core: Partial<Record<Lang, Load>> = import.meta.env.SSR
  ? {}
  : {
      en: () => import('../locales/en.po?part=core'),
      fr: () => import('../locales/fr.po?part=core'),
      de: () => import('../locales/de.po?part=core'),
      es: () => import('../locales/es.po?part=core'),
      zh: () => import('../locales/zh.po?part=core'),
    };

const rest: Partial<Record<Lang, Load>> = import.meta.env.SSR
  ? {}
  : {
      en: () => import('../locales/en.po?part=rest'),
      fr: () => import('../locales/fr.po?part=rest'),
      de: () => import('../locales/de.po?part=rest'),
      es: () => import('../locales/es.po?part=rest'),
      zh: () => import('../locales/zh.po?part=rest'),
    };

async function load(packs: Partial<Record<Lang, Load>>, lang: Lang): Promise<Messages> {
  return (await packs[lang]?.())?.messages ?? {};
}

let loaded: Lang | undefined;

/** Messages of the first page. */
export async function loadPack(lang: Lang, page: string): Promise<Messages> {
  if (!needsRest(page)) return load(core, lang);
  const [first, second] = await Promise.all([load(core, lang), load(rest, lang)]);
  loaded = lang;
  return { ...first, ...second };
}

/** Adds the rest of the pack, once. */
export async function loadRest(i18n: I18n): Promise<void> {
  const lang = i18n.locale as Lang;
  if (loaded === lang) return;
  const messages = await load(rest, lang);
  loaded = lang;
  i18n.load(lang, messages);
}

export function needsRest(page: string): boolean {
  return !routeNamed(page)?.core;
}
