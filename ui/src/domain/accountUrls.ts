/** URLs of the customer account, and validation of the login's return path. */

import type { Lang } from '../api/types';
import { routeTable } from './routeTable';
import { inLanguage, queryValue } from './urls';

function withReturn(path: string, from: string): string {
  return from ? `${path}?return=${encodeURIComponent(from)}` : path;
}

export const accountUrls = {
  register: (lang: Lang, from = '') => withReturn(`/${lang}/register`, from),
  forgot: (lang: Lang, from = '') => withReturn(`/${lang}/forgetpwd`, from),
  logout: (lang: Lang) => `/${lang}/logout`,
  edit: (lang: Lang) => `/${lang}/account/edit`,
  orders: (lang: Lang, page = 1) => `/${lang}/order${page > 1 ? `?page=${page}` : ''}`,
  order: (lang: Lang, number: string) => `/${lang}/order/detail?order_number=${encodeURIComponent(number)}`,
  invoices: (lang: Lang, page = 1) => `/${lang}/account/invoices${page > 1 ? `?page=${page}` : ''}`,
  addresses: (lang: Lang) => `/${lang}/address`,
};

const MAX_LENGTH = 2000;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '..';
  }
}

/**
 * Whether a login may redirect to `path`: pages of this shop only (no open redirect). Rejects what browsers normalise:
 * backslashes, control characters, dot segments. Shares its test cases with the server.
 */
export function isReturnPath(path: string, languages: readonly string[]): boolean {
  if (path.length > MAX_LENGTH || !/^\/[!-~]*$/.test(path) || /[\\#]/.test(path)) return false;
  const [lang = '', ...rest] = decoded(path.slice(1).split('?')[0] ?? '').split('/');
  if ([lang, ...rest].some((segment) => segment === '.' || segment === '..')) return false;
  const page = `/${rest.join('/').replace(/^\/+|\/+$/g, '')}`;
  return languages.includes(lang) && !routeTable.some((route) => route.no_return && route.paths.includes(page));
}

/** The query's `return` path in this language; empty when it is missing or not allowed. */
export function returnPath(search: string, lang: Lang, languages: readonly string[]): string {
  const path = queryValue(search, 'return');
  return isReturnPath(path, languages) ? inLanguage(path, lang) : '';
}
