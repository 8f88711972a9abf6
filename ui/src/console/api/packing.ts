/** What is to be packed, and the papers for it. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { ask } from './deeds';
import { fetchOrder } from './orders';
import type { Answer, Args, Deed, LineQty } from './types';

export const usePackList = () =>
  useQuery({ queryKey: ['pack/list'], queryFn: ({ signal }) => call('pack/list', {}, signal) });

export const usePapers = () =>
  useMutation<Answer<'pack/papers'>, ApiError, Args<'pack/papers'>>({
    mutationFn: (args) => call('pack/papers', args),
  });

/** Asks for an order to be shipped as it is now: what was packed, else all that is left of it. */
export async function ship(number: string, tracking: string, lines: LineQty[] | null = null): Promise<Deed> {
  const { version } = await fetchOrder(number);
  return ask('order/ship', { number, version, lines, carrier: null, tracking });
}
