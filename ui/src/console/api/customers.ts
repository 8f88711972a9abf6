/** Customers as their screens read them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { setOwn } from './own';
import { queryClient } from './queries';
import type { Args, CustomerDetail } from './types';

const LIST = 'customer/list';
const CUSTOMER = 'customer/show';

export type CustomerFilters = Omit<Args<'customer/list'>, 'after'>;

export const useCustomers = (filters: CustomerFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) =>
      call('customer/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

/** The first accounts that match, for the commands. */
export const useCustomerSearch = (q: string, enabled: boolean) =>
  useQuery({
    queryKey: ['customer/search', q],
    queryFn: ({ signal }) => call('customer/list', { q }, signal),
    enabled,
    placeholderData: keepPreviousData,
  });

export const useCustomer = (key: string) =>
  useQuery({ queryKey: [CUSTOMER, key], queryFn: ({ signal }) => call('customer/show', { key }, signal) });

/** The customer as they are now. */
export const fetchCustomer = (key: string) =>
  queryClient.fetchQuery({ queryKey: [CUSTOMER, key], queryFn: () => call('customer/show', { key }), staleTime: 0 });

/** What shows customers is read again where it is on the screen: a guest has several keys. */
export function refetchCustomers(): void {
  for (const queryKey of [[CUSTOMER], [LIST]]) void queryClient.invalidateQueries({ queryKey });
}

type AtOnce = 'customer/end_sessions' | 'customer/call_off_deletion' | 'customer/note';

/** A change that is done at once and answers with the customer as they are then. */
export function useCustomerCall<P extends AtOnce>(path: P) {
  return useMutation<CustomerDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<CustomerDetail>,
    onSuccess: (customer) => {
      setOwn('customer', customer.key);
      queryClient.setQueryData([CUSTOMER, customer.key], customer);
    },
    onSettled: refetchCustomers,
  });
}
