/** Orders, deeds and duties as the screens read them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Answer, Args, OrderDetail, Path } from './types';

const LIST = 'order/list';
const ORDER = 'order/show';
const DUTIES = 'duty/list';
const PACK = 'pack/list';

export type OrderFilters = Omit<Args<'order/list'>, 'after'>;

export const useOrders = (filters: OrderFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) =>
      call('order/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    // The earlier list stays until the new one is there, so that nothing jumps.
    placeholderData: keepPreviousData,
  });

/** The first orders that match, for the commands. */
export const useOrderSearch = (q: string, enabled: boolean) =>
  useQuery({
    queryKey: ['order/search', q],
    queryFn: ({ signal }) => call('order/list', { q }, signal),
    enabled,
    placeholderData: keepPreviousData,
  });

/** A payment page that is being closed: the payment provider answers within a minute. */
const isClosing = (order: OrderDetail | undefined) =>
  order?.attempts.some((attempt) => attempt.is_open && attempt.is_withdrawn) ?? false;

export const useOrder = (number: string) =>
  useQuery({
    queryKey: [ORDER, number],
    queryFn: ({ signal }) => call('order/show', { number }, signal),
    refetchInterval: ({ state }) => (isClosing(state.data) ? 3000 : false),
  });

/** What an order would come to without some pieces. */
export const usePlan = (args: Args<'order/plan_removal'>) =>
  useQuery<Answer<'order/plan_removal'>, ApiError>({
    queryKey: ['order/plan_removal', args],
    queryFn: ({ signal }) => call('order/plan_removal', args, signal),
    enabled: (args.lines?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** The carriers that could take an order instead of its own. */
export const useCarriers = (args: Args<'order/plan_carrier'>, version: string) =>
  useQuery<Answer<'order/plan_carrier'>, ApiError>({
    queryKey: ['order/plan_carrier', args, version],
    queryFn: ({ signal }) => call('order/plan_carrier', args, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** Goods that can be added to an order. */
export const useGoods = (number: string, q: string) =>
  useQuery<Answer<'order/find_goods'>, ApiError>({
    queryKey: ['order/find_goods', number, q],
    queryFn: ({ signal }) => call('order/find_goods', { number, q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

const ADDITION = 'order/plan_addition';

/** What goods would cost that are added to an order. */
export const useAdditionPlan = (args: Args<'order/plan_addition'>) =>
  useQuery<Answer<'order/plan_addition'>, ApiError>({
    queryKey: [ADDITION, args],
    queryFn: ({ signal }) => call('order/plan_addition', args, signal),
    enabled: (args.items?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** Makes the linked order. Where it is refused, prices and stock may be others by now: what it would cost is asked for again. */
export async function addGoods(args: Args<'order/add_goods'>): Promise<Answer<'order/add_goods'>> {
  try {
    const made = await call('order/add_goods', args);
    setOwn('order', args.number ?? '');
    refetchOrder(args.number ?? '');
    return made;
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: [ADDITION] });
    throw error;
  }
}

/** How an address of a country is written. */
export const useAddressForm = (country: string) =>
  useQuery({
    queryKey: ['order/address_form', country],
    queryFn: ({ signal }) => call('order/address_form', { country }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The order as it is now. */
export const fetchOrder = (number: string) =>
  queryClient.fetchQuery({
    queryKey: [ORDER, number],
    queryFn: () => call('order/show', { number }),
    staleTime: 0,
  });

const setOrder = (order: OrderDetail) => queryClient.setQueryData([ORDER, order.number], order);

/** What shows an order is read again where it is on the screen. */
export function refetchOrder(number: string): void {
  for (const queryKey of [[ORDER, number], [LIST], [DUTIES], [PACK]]) void queryClient.invalidateQueries({ queryKey });
}

type AtOnce = 'order/complete' | 'order/refund_by_hand' | 'order/note' | 'order/close_payment';

/** A change that is done at once and answers with the order as it is then. */
export function useOrderCall<P extends AtOnce & Path>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSuccess: (answer) => {
      const order = answer as OrderDetail;
      setOwn('order', order.number);
      setOrder(order);
      for (const queryKey of [[LIST], [DUTIES]]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Milliseconds after which the day is read again though nothing has changed: deadlines pass by themselves. */
const CLOCK = 15 * 60_000;

export const useToday = () =>
  useQuery({ queryKey: [DUTIES], queryFn: ({ signal }) => call('duty/list', {}, signal), refetchInterval: CLOCK });
