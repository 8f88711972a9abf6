/** Colleagues whom notes name, and what one has seen of it. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ApiError, call } from './client';
import { queryClient } from './queries';

const NOBODY: never[] = [];

export function useColleagues(about: 'order' | 'customer') {
  const { data } = useQuery({
    queryKey: [`${about}/colleagues`],
    queryFn: ({ signal }) => call(about === 'order' ? 'order/colleagues' : 'customer/colleagues', {}, signal),
    staleTime: 60_000,
  });
  return data?.people ?? NOBODY;
}

type Seen = { about: 'order' | 'customer'; key: string };

/** Takes what names oneself in an order's or a customer's notes from one's duties. */
export function useMentionSeen() {
  return useMutation<unknown, ApiError, Seen>({
    mutationFn: ({ about, key }) =>
      about === 'order' ? call('order/mention_done', { number: key }) : call('customer/mention_done', { key }),
    onSettled: (_, __, { about }) => {
      for (const queryKey of [['duty/list'], [`${about}/show`]]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Whoever opens what a note about names them in has seen it. */
export function useSeenByOpening(about: Seen['about'], key: string, isMentioned: boolean): void {
  const { mutate } = useMentionSeen();
  useEffect(() => {
    if (isMentioned) mutate({ about, key });
  }, [about, key, isMentioned, mutate]);
}
