/** The language packs, each its own file: a browser loads one. */

import type { Messages } from '@lingui/core';
import type { Lang } from './api/types';

const packs: Record<Lang, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  fr: () => import('../locales/fr.po'),
  de: () => import('../locales/de.po'),
  es: () => import('../locales/es.po'),
  zh: () => import('../locales/zh.po'),
};

export async function loadPack(lang: Lang): Promise<Messages> {
  return (await packs[lang]()).messages;
}
