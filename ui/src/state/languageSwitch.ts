/**
 * A change of language, which is another document (I2): what it keeps. Listens to the whole page, whose links stand in parts that
 * are hydrated later.
 */

import { writeCookie } from '../api/client';
import type { Site } from '../api/types';
import { restorePageInput, savePageInput } from './formDraft';
import { savePreviousStore } from './previousStore';

/** Lifetime of the language cookie: one year in seconds (boutique.md §2, decisions.md §4). */
const LANG_MAX_AGE = 31_536_000;

/**
 * Restores the previous page's input; when a link to a language is followed, saves the choice, the store view that is left and
 * this page's input.
 */
export function followLanguageSwitch({ lang, languages, store_id }: Site): void {
  restorePageInput();
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[hreflang]');
    if (!link) return;
    savePageInput(link.pathname);
    const chosen = languages.find(({ locale }) => locale === link.hreflang)?.lang;
    if (!chosen) return;
    writeCookie('lang', chosen, LANG_MAX_AGE);
    if (chosen !== lang) savePreviousStore(store_id);
  });
}
