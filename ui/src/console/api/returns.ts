/** Returns as their screens read them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Answer, Args, ReturnDetail } from './types';

const LIST = 'return/list';
const SHOW = 'return/show';
const OF_ORDER = 'return/of_order';

export type ReturnFilters = Omit<Args<'return/list'>, 'after'>;

export const useReturns = (filters: ReturnFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) => call(LIST, { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

export const useReturn = (number: string) =>
  useQuery<ReturnDetail, ApiError>({
    queryKey: [SHOW, number],
    queryFn: ({ signal }) => call(SHOW, { number }, signal),
  });

/** The returns of an order, and what of it can still come back. */
export const useReturnsOf = (number: string) =>
  useQuery<Answer<'return/of_order'>, ApiError>({
    queryKey: [OF_ORDER, number],
    queryFn: ({ signal }) => call(OF_ORDER, { order_number: number }, signal),
  });

/** What shows a return is read again where it is on the screen. */
export function refetchReturns(): void {
  for (const key of [LIST, SHOW, OF_ORDER, 'order/show', 'duty/list']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

type AtOnce = 'return/announce' | 'return/call_off' | 'return/never_came' | 'return/note_sent';

/** A step that is done at once and answers with the return as it is then. */
export function useReturnCall<P extends AtOnce>(path: P) {
  return useMutation<ReturnDetail, ApiError, Args<P>>({
    mutationFn: async (args) => (await call(path, args)) as ReturnDetail,
    onSuccess: (of) => {
      setOwn('return', of.number);
      setOwn('order', of.order_number);
      queryClient.setQueryData([SHOW, of.number], of);
      for (const key of [LIST, OF_ORDER, 'duty/list']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
    // Somebody else may have been quicker.
    onError: () => refetchReturns(),
  });
}
