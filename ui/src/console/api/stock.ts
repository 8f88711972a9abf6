/** The stock as its screens read it, kept by TanStack Query; and what somebody is counting. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, StockDetail } from './types';

const LIST = 'stock/list';
const ITEM = 'stock/show';

export type StockFilters = Omit<Args<'stock/list'>, 'after'>;

export const useStock = (filters: StockFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) =>
      call('stock/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

export const useStockItem = (sku: string) =>
  useQuery({ queryKey: [ITEM, sku], queryFn: ({ signal }) => call('stock/show', { sku }, signal) });

function refetchStock(): void {
  for (const key of [LIST, ITEM, 'duty/list']) void queryClient.invalidateQueries({ queryKey: [key] });
}

export const useCount = () =>
  useMutation<Answer<'stock/count'>, ApiError, Args<'stock/count'>>({
    mutationFn: (args) => call('stock/count', args),
    // A refused line shows what lies there now.
    onSettled: refetchStock,
  });

/** What a sheet of shelves would change; changes nothing. */
export const useCheckShelves = () =>
  useMutation<Answer<'stock/check_shelves'>, ApiError, Args<'stock/check_shelves'>>({
    mutationFn: (args) => call('stock/check_shelves', args),
  });

export const useSaveShelves = () =>
  useMutation<Answer<'stock/save_shelves'>, ApiError, Args<'stock/save_shelves'>>({
    mutationFn: (args) => call('stock/save_shelves', args),
    onSettled: refetchStock,
  });

type ItemCall =
  | 'stock/correct'
  | 'stock/set_shelf'
  | 'stock/set_threshold'
  | 'stock/expect'
  | 'stock/receive'
  | 'stock/expect_no_more';

/** A change of one item, which is shown as the answer has it. */
export function useItemCall<P extends ItemCall>(path: P) {
  return useMutation<StockDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<StockDetail>,
    onSuccess: (detail) => queryClient.setQueryData([ITEM, detail.item.sku], detail),
    onSettled: refetchStock,
  });
}
