/** Interface texts by their English original, from the catalogues. */

import { readFileSync } from 'node:fs';

/** @typedef {'en' | 'fr' | 'de' | 'es' | 'zh'} Lang */

export const LOCALES = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' };

/** Statutory wording (CRD 8(2)), repeated on purpose. */
export const ORDER_BUTTON = {
  en: 'Order with obligation to pay',
  fr: 'Commander avec obligation de paiement',
  de: 'Zahlungspflichtig bestellen',
  es: 'Pedido con obligación de pago',
  zh: '确认下单并付款',
};

/**
 * @param {string} file
 * @returns {Map<string, string>} msgid to msgstr
 */
function readCatalogue(file) {
  const entries = new Map();
  for (const block of readFileSync(file, 'utf8').split(/\n{2,}/)) {
    const parts = { msgid: '', msgstr: '' };
    let part = '';
    for (const line of block.split('\n')) {
      const [, keyword, quoted] = /^(?:(msgid|msgstr)\s+)?("(?:[^"\\]|\\.)*")$/.exec(line) ?? [];
      if (keyword) part = keyword;
      if (quoted && part) parts[part] += JSON.parse(quoted);
    }
    // Fields of categories and duties share words with those of people and products, which are meant where both are there.
    const isSpecial = /^msgctxt "(?:category|duty)"/m.test(block) && entries.has(parts.msgid);
    if (parts.msgid && !isSpecial) entries.set(parts.msgid, parts.msgstr);
  }
  return entries;
}

/** @type {Map<string, Map<string, string>>} */
const catalogues = new Map();

/** @param {string} name of the file in `locales`, without its ending */
function catalogue(name) {
  let found = catalogues.get(name);
  if (!found) {
    found = readCatalogue(new URL(`../../../ui/locales/${name}.po`, import.meta.url).pathname);
    catalogues.set(name, found);
  }
  return found;
}

/** A sentence as a heading. @param {string} sentence */
export const asHeading = (sentence) => sentence.replace(/[.。]$/, '');

/**
 * @param {Lang} lang
 * @param {'' | 'console/'} [folder] of the catalogues
 * @returns {(english: string, params?: Record<string, string>) => string}
 */
export function texts(lang, folder = '') {
  const original = `${folder}en`;
  return (english, params = {}) => {
    if (!catalogue(original).has(english)) throw new Error(`the interface has no text '${english}'`);
    const text = catalogue(folder + lang).get(english) || catalogue(original).get(english) || english;
    return text.replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
  };
}
