/** Addresses around customer service, letters and the wishlist. */

import type { Lang } from '../api/types';
import { parseList } from './urls';

export const serviceUrls = {
  contact: (lang: Lang) => `/${lang}/contact-us`,
  wishlist: (lang: Lang, page = 1) => `/${lang}/mywishlist${page > 1 ? `?page=${page}` : ''}`,
  /** Withdrawing from a contract; `of` names the order, by a key to it or, for its customer, by its number. */
  withdraw: (lang: Lang, of: { token?: string; order_number?: string } = {}) => {
    const [[name, value] = ['', '']] = Object.entries(of).filter(([, value]) => value);
    return `/${lang}/withdraw${value ? `?${name}=${encodeURIComponent(value)}` : ''}`;
  },
  /** Doors for plain forms, which answer with the page that tells what came of it. */
  confirmNewsletter: (token: string) => `/newsletter/confirm/${encodeURIComponent(token)}`,
  unsubscribeNewsletter: (token: string) => `/newsletter/unsubscribe/${encodeURIComponent(token)}`,
};

/** What a page of the wishlist asks for, as both sides name it: the first has no number. */
export function wishlistArgs(search: string): { page?: number } {
  const { page } = parseList(search, 'position');
  return page > 1 ? { page } : {};
}
