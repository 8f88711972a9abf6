/** The state of the list, all of it in the address. */

import type { SubscriberFilters } from '../../api/newsletter';
import type { NewsletterStatus } from '../../api/types';
import { readPages, writePages } from '../../parts/pages';

export const STATES: NewsletterStatus[] = ['subscribed', 'pending', 'unsubscribed'];

export interface View {
  q: string;
  /** Null: all. */
  status: NewsletterStatus | null;
  /** How many pages are shown. */
  pages: number;
}

/** What an address says; what it cannot mean is left out. */
export const readView = (params: URLSearchParams): View => ({
  q: (params.get('q') ?? '').trim(),
  status: STATES.find((one) => one === params.get('status')) ?? null,
  pages: readPages(params),
});

export const writeView = ({ q, status, pages }: View): URLSearchParams =>
  new URLSearchParams({
    ...(q && { q }),
    ...(status && { status }),
    ...(pages > 1 && { pages: writePages(pages) }),
  });

export const filtersOf = ({ q, status }: View): SubscriberFilters => ({ q, status });
