/** URLs of customer service, newsletter and wishlist. */

import type { Lang } from '../api/types';

export const serviceUrls = {
  contact: (lang: Lang) => `/${lang}/contact-us`,
  /** An order without an account. */
  findOrder: (lang: Lang) => `/${lang}/order/find`,
  wishlist: (lang: Lang, page = 1) => `/${lang}/mywishlist${page > 1 ? `?page=${page}` : ''}`,
  /** Right of withdrawal. `of` identifies the order: by token, or by number for its customer. */
  withdraw: (lang: Lang, of: { token?: string; order_number?: string } = {}) => {
    const [[name, value] = ['', '']] = Object.entries(of).filter(([, value]) => value);
    return `/${lang}/withdraw${value ? `?${name}=${encodeURIComponent(value)}` : ''}`;
  },
  /** Targets of plain HTML forms; the server answers with a page. */
  confirmNewsletter: (token: string) => `/newsletter/confirm/${encodeURIComponent(token)}`,
  unsubscribeNewsletter: (token: string) => `/newsletter/unsubscribe/${encodeURIComponent(token)}`,
};
