/** Prices and campaigns as their screens read them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, CampaignDetail, CampaignState, PriceDetail } from './types';

const CAMPAIGNS = 'campaign/list';
const CALENDAR = 'campaign/calendar';
const CAMPAIGN = 'campaign/show';
const PLAN = 'campaign/plan';
const PRICES = 'price/list';
const ITEM = 'price/show';

export type PriceFilters = Omit<Args<'price/list'>, 'after'>;

export const usePrices = (filters: PriceFilters) =>
  useInfiniteQuery({
    queryKey: [PRICES, filters],
    queryFn: ({ pageParam, signal }) =>
      call('price/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

export const usePriceItem = (sku: string) =>
  useQuery({ queryKey: [ITEM, sku], queryFn: ({ signal }) => call('price/show', { sku }, signal) });

export const useCampaigns = (state: CampaignState | null) =>
  useInfiniteQuery({
    queryKey: [CAMPAIGNS, state],
    queryFn: ({ pageParam, signal }) => call('campaign/list', { state, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

/** The newest campaigns, for the commands. */
export const useNewestCampaigns = (enabled: boolean) =>
  useQuery({
    queryKey: [CAMPAIGNS, 'newest'],
    queryFn: ({ signal }) => call('campaign/list', { state: null, after: null }, signal),
    enabled,
  });

export const useCalendar = (from: string, to: string) =>
  useQuery({
    queryKey: [CALENDAR, from, to],
    queryFn: ({ signal }) => call('campaign/calendar', { from, to }, signal),
    placeholderData: keepPreviousData,
  });

export const useCampaign = (id: number | undefined) =>
  useQuery({
    queryKey: [CAMPAIGN, id],
    queryFn: ({ signal }) => call('campaign/show', { id: id ?? 0 }, signal),
    enabled: id !== undefined,
  });

/** What a campaign makes of its items, by its version: another one is another plan. */
export const useCampaignPlan = (id: number, version: number) =>
  useInfiniteQuery({
    queryKey: [PLAN, id, version],
    queryFn: ({ pageParam, signal }) => call('campaign/plan', { id, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
  });

export const chooseGoods = (args: Args<'campaign/choose'>) => call('campaign/choose', args);

export const useCategories = () =>
  useQuery({
    queryKey: ['campaign/choose', 'categories'],
    queryFn: async ({ signal }) => (await call('campaign/choose', {}, signal)).categories,
  });

function refetchPrices(): void {
  for (const key of [CAMPAIGNS, CALENDAR, CAMPAIGN, PLAN, PRICES, ITEM]) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

type CampaignCall =
  | 'campaign/save'
  | 'campaign/schedule'
  | 'campaign/unschedule'
  | 'campaign/call_off'
  | 'campaign/move_end';

/** A change of one campaign, which is shown as the answer has it. */
export function useCampaignCall<P extends CampaignCall>(path: P) {
  return useMutation<CampaignDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<CampaignDetail>,
    onSuccess: (detail) => queryClient.setQueryData([CAMPAIGN, detail.campaign.id], detail),
    onSettled: refetchPrices,
  });
}

export const useRemoveCampaign = () =>
  useMutation<Answer<'campaign/remove'>, ApiError, Args<'campaign/remove'>>({
    mutationFn: (args) => call('campaign/remove', args),
    onSettled: refetchPrices,
  });

/** What setting prices would do. */
export const planPrices = (args: Args<'price/plan'>) => call('price/plan', args);

export const useSetPrices = () =>
  useMutation<Answer<'price/set'>, ApiError, Args<'price/set'>>({
    mutationFn: (args) => call('price/set', args),
    onSettled: refetchPrices,
  });

export const useUnsetPrice = () =>
  useMutation<PriceDetail, ApiError, Args<'price/unset'>>({
    mutationFn: (args) => call('price/unset', args),
    onSuccess: (detail) => queryClient.setQueryData([ITEM, detail.item.sku], detail),
    onSettled: refetchPrices,
  });
