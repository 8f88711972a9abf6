/** Subscriptions of the newsletter as their screen reads them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './client';
import type { Args } from './types';

export type SubscriberFilters = Omit<Args<'newsletter/list'>, 'after'>;

export const useSubscribers = (filters: SubscriberFilters) =>
  useInfiniteQuery({
    queryKey: ['newsletter/list', filters],
    queryFn: ({ pageParam, signal }) => call('newsletter/list', { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });
