/** URLs of the shop. Knows no component and no history. */

import type { Lang } from '../api/types';

export const HELP_KEYS = [
  'shipping-and-returns',
  'returns',
  'bed-terms',
  'terms-and-conditions',
  'terms-of-use',
  'privacy-statement',
  'legal-notice',
  'accessibility',
] as const;
export type HelpKey = (typeof HELP_KEYS)[number];

/** Values of `lang` attributes. */
export const LOCALES: Record<Lang, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' };

export const urls = {
  home: (lang: Lang) => `/${lang}`,
  category: (lang: Lang, key: string) => `/${lang}/c/${encodeURIComponent(key)}`,
  search: (lang: Lang, q = '') => `/${lang}/search${q ? `?q=${encodeURIComponent(q)}` : ''}`,
  cart: (lang: Lang) => `/${lang}/cart`,
  checkout: (lang: Lang) => `/${lang}/checkout`,
  help: (lang: Lang, key: HelpKey) => `/${lang}/help/${key}`,
  account: (lang: Lang) => `/${lang}/account`,
  /** `from`: page to return to. */
  login: (lang: Lang, from = '') => `/${lang}/login${from ? `?return=${encodeURIComponent(from)}` : ''}`,
  result: (lang: Lang, kind: string, token: string) => `/${lang}/${kind}?token=${encodeURIComponent(token)}`,
};

/** A path with its language replaced. */
export function inLanguage(path: string, lang: Lang): string {
  return path.replace(/^\/[^/?#]+/, `/${lang}`);
}

/** Splits `/en/search?q=x#top` into path and query. Not `URL`: the server's engine lacks it. */
export function splitUrl(url: string): { path: string; search: string } {
  const [beforeHash = ''] = url.split('#');
  const at = beforeHash.indexOf('?');
  const path = at < 0 ? beforeHash : beforeHash.slice(0, at);
  return { path: path.length > 1 ? path.replace(/\/+$/, '') : path, search: at < 0 ? '' : beforeHash.slice(at + 1) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}

/** Decoded pairs of a query, in order. */
export function parseQuery(search: string): [string, string][] {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter(Boolean)
    .map((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
    });
}

export function queryValue(search: string, name: string): string {
  return parseQuery(search).find(([key]) => key === name)?.[1] ?? '';
}
