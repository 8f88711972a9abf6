/** Chinese invoices that customers have asked for, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { setOwn } from './own';
import { queryClient, useSession } from './queries';
import type { Answer, Args } from './types';

const LIST = 'fapiao/list';

export const useFapiao = (issued: boolean) =>
  useInfiniteQuery({
    queryKey: [LIST, issued],
    queryFn: ({ pageParam, signal }) => call(LIST, { issued, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

/** Whether the shop speaks Chinese, or did when somebody asked for one that still waits. */
export function useHasFapiao(): boolean {
  const isOffered = useSession().languages.includes('zh');
  const { data } = useQuery({
    queryKey: [LIST, 'any'],
    queryFn: ({ signal }) => call(LIST, {}, signal),
    enabled: !isOffered,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isOffered || (data?.open ?? 0) > 0;
}

export function useIssued() {
  return useMutation<Answer<'fapiao/issued'>, ApiError, Args<'fapiao/issued'>>({
    mutationFn: (args) => call('fapiao/issued', args),
    onSuccess: (_, { order_number: number }) => setOwn('order', number),
    // Somebody else may have been quicker.
    onSettled: () => {
      for (const key of [LIST, 'duty/list']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
}
