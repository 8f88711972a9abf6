/** What is to be packed, and the papers for it. */

import { useQuery } from '@tanstack/react-query';
import { call } from './client';
import { ask } from './deeds';
import { fetchOrder } from './orders';
import type { Deed, LineQty } from './types';

export const usePackList = () =>
  useQuery({ queryKey: ['pack/list'], queryFn: ({ signal }) => call('pack/list', {}, signal) });

/** Asks for an order to be told as ready for collection, as it is now. */
export async function makeReady(number: string): Promise<Deed> {
  const { version } = await fetchOrder(number);
  return ask('order/ready', { number, version });
}

/** Asks for an order to be shipped as it is now: what was packed, else all that is left of it. */
export async function ship(number: string, tracking: string, lines: LineQty[] | null = null): Promise<Deed> {
  const { version } = await fetchOrder(number);
  return ask('order/ship', { number, version, lines, carrier: null, tracking });
}
