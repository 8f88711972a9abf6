/** Colleagues whom notes name, and what one has seen of it. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ApiError, call } from './client';
import { queryClient } from './queries';

const NOBODY: never[] = [];

export function useColleagues(about: About) {
  const { data } = useQuery({
    queryKey: [`${about}/colleagues`],
    queryFn: ({ signal }) => call(about === 'order' ? 'order/colleagues' : 'customer/colleagues', {}, signal),
    staleTime: 60_000,
  });
  return data?.people ?? NOBODY;
}

type About = 'order' | 'customer';

/** Takes notes that name oneself from one's duties. */
export function useMentionSeen() {
  return useMutation<unknown, ApiError, { about: About; notes: number[] }>({
    mutationFn: (seen) => call('duty/mention_done', seen),
    onSettled: (_, __, { about }) => {
      for (const queryKey of [['duty/list'], [`${about}/show`]]) void queryClient.invalidateQueries({ queryKey });
    },
  });
}

/** Whoever opens what notes about name them in has seen them; those that come later, once a key or a pointer shows that they are there. */
export function useSeenByOpening(about: About, key: string, mentions: readonly number[]): void {
  const { mutate } = useMentionSeen();
  const opened = useRef<string>(undefined);
  const ids = mentions.join();
  useEffect(() => {
    const isOpening = opened.current !== key;
    opened.current = key;
    if (!ids) return;
    const seen = () => mutate({ about, notes: ids.split(',').map(Number) });
    if (isOpening) {
      seen();
      return;
    }
    const left = new AbortController();
    const isThere = () => {
      left.abort();
      seen();
    };
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, isThere, { signal: left.signal });
    return () => left.abort();
  }, [about, key, ids, mutate]);
}
