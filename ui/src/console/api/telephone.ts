/** Orders by telephone, kept by TanStack Query. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { refetchOrder } from './orders';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

const PLAN = 'telephone/plan';

export const useTelephoneForm = () =>
  useQuery({
    queryKey: ['telephone/form'],
    queryFn: ({ signal }) => call('telephone/form', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useTelephoneGoods = (args: Args<'telephone/find_goods'>) =>
  useQuery<Answer<'telephone/find_goods'>, ApiError>({
    queryKey: ['telephone/find_goods', args],
    queryFn: ({ signal }) => call('telephone/find_goods', args, signal),
    enabled: Boolean(args.q),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

export const useCallers = (q: string) =>
  useQuery<Answer<'telephone/find_customers'>, ApiError>({
    queryKey: ['telephone/find_customers', q],
    queryFn: ({ signal }) => call('telephone/find_customers', { q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** What the order would cost. */
export const useTelephonePlan = (args: Args<'telephone/plan'>) =>
  useQuery<Answer<'telephone/plan'>, ApiError>({
    queryKey: [PLAN, args],
    queryFn: ({ signal }) => call('telephone/plan', args, signal),
    enabled: (args.items?.length ?? 0) > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** Places the order. Where it is refused, prices and stock may be others by now: what it would cost is asked for again. */
export async function takeOrder(args: Args<'telephone/take'>): Promise<Answer<'telephone/take'>> {
  try {
    const taken = await call('telephone/take', args);
    setOwn('order', taken.number);
    refetchOrder(taken.number);
    return taken;
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: [PLAN] });
    throw error;
  }
}
