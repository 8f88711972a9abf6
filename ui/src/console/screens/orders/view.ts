/** The state of the list, all of it in the address: it can be sent to a colleague. */

import type { OrderFilters } from '../../api/orders';
import type { OrderChannel, OrderStatus } from '../../api/types';
import { readHidden } from '../../parts/columns';
import { METHODS, STATUSES } from '../../parts/orderNames';
import { readPages, writePages } from '../../parts/pages';

export const COLUMNS = ['customer', 'status', 'payment', 'pieces', 'total', 'placed'] as const;

export const CHANNELS = ['shop', 'telephone'] as const satisfies OrderChannel[];

export type Column = (typeof COLUMNS)[number];

export interface View {
  q: string;
  status: OrderStatus[];
  method: string;
  country: string;
  channel: '' | OrderChannel;
  /** Only what lies ready for a week and nobody has fetched. */
  uncollected: boolean;
  from: string;
  until: string;
  sort: 'newest' | 'oldest';
  /** Columns that are not shown. */
  hide: Column[];
  /** How many pages are shown. */
  pages: number;
}

export const PLAIN: View = {
  q: '',
  status: [],
  method: '',
  country: '',
  channel: '',
  uncollected: false,
  from: '',
  until: '',
  sort: 'newest',
  hide: [],
  pages: 1,
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isOneOf = <T extends string>(all: readonly T[], value: string): value is T =>
  (all as readonly string[]).includes(value);

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const get = (name: string) => params.get(name) ?? '';
  const day = (name: string) => (DAY.test(get(name)) ? get(name) : '');
  const wanted = get('status').split(',');
  return {
    q: get('q').trim(),
    status: STATUSES.filter((one) => wanted.includes(one)),
    method: isOneOf(METHODS, get('method')) ? get('method') : '',
    country: /^[A-Z]{2}$/.test(get('country')) ? get('country') : '',
    channel: isOneOf(CHANNELS, get('channel')) ? (get('channel') as OrderChannel) : '',
    uncollected: get('uncollected') === '1',
    from: day('from'),
    until: day('until'),
    sort: get('sort') === 'oldest' ? 'oldest' : 'newest',
    hide: readHidden(params, COLUMNS),
    pages: readPages(params),
  };
}

/** Without what goes without saying, so that addresses stay short. */
export function writeView({
  q,
  status,
  method,
  country,
  channel,
  uncollected,
  from,
  until,
  sort,
  hide,
  pages,
}: View): URLSearchParams {
  const fields = {
    q,
    status: status.join(','),
    method,
    country,
    channel,
    uncollected: uncollected ? '1' : '',
    from,
    until,
    sort: sort === 'newest' ? '' : sort,
    hide: hide.join(','),
    pages: writePages(pages),
  };
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
}

export function isFiltered({ q, status, method, country, channel, uncollected, from, until }: View): boolean {
  return status.length > 0 || [q, method, country, channel, uncollected, from, until].some(Boolean);
}

/** How many filters are set that do not stand beside the search. */
export function countFilters({ method, country, channel, uncollected, from, until }: View): number {
  return [method, country, channel, uncollected, from, until].filter(Boolean).length;
}

export function filtersOf({ q, status, method, country, channel, uncollected, from, until, sort }: View): OrderFilters {
  return {
    ...(q && { q }),
    ...(status.length > 0 && { status }),
    ...(method && { method }),
    ...(country && { country }),
    ...(channel && { channel }),
    ...(uncollected && { uncollected }),
    ...(from && { from }),
    ...(until && { until }),
    sort,
  };
}
