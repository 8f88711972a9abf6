/** The state of the screen, all of it in the address. */

import { readHidden } from '../../parts/columns';

export const COLUMNS = ['recipient', 'goods', 'carrier', 'promised'] as const;

export type Column = (typeof COLUMNS)[number];

export interface View {
  mode: 'list' | 'pack' | 'paste';
  /** Those that are packed one after the other; none named: all. */
  orders: string[];
  /** The one on the table. */
  at: string;
  /** Columns of the list that are not shown. */
  hide: Column[];
}

export const LIST: View = { mode: 'list', orders: [], at: '', hide: [] };

/** Of an order, e.g. `2026-000123`. */
export const NUMBER = /^\d{4}-\d{6,}$/;

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const mode = params.get('mode');
  if (mode === 'paste') return { ...LIST, mode };
  if (mode !== 'pack') return { ...LIST, hide: readHidden(params, COLUMNS) };
  const at = params.get('at') ?? '';
  const orders = (params.get('orders') ?? '').split(',').filter((one) => NUMBER.test(one));
  return { ...LIST, mode, orders: [...new Set(orders)], at: NUMBER.test(at) ? at : '' };
}

function fieldsOf({ mode, orders, at, hide }: View): Record<string, string> {
  if (mode === 'list') return { hide: hide.join(',') };
  return mode === 'pack' ? { mode, orders: orders.join(','), at } : { mode };
}

export function writeView(view: View): URLSearchParams {
  const fields = fieldsOf(view);
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
}

export function addressOf(view: View): string {
  // Commas need no escape here, and addresses stay readable.
  const search = writeView(view).toString().replaceAll('%2C', ',');
  return search ? `/pack?${search}` : '/pack';
}
