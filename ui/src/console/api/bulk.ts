/** Bulk actions: prepared, started, followed while they run, stopped, run again. Kept by TanStack Query. */

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { refetchBank } from './bank';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, BulkRun } from './types';

const RUNS = ['bulk/list'];
const RUN = 'bulk/show';

export const isRunning = ({ state }: BulkRun) => state === 'running';

export const useRuns = () => useQuery({ queryKey: RUNS, queryFn: ({ signal }) => call('bulk/list', {}, signal) });

export const useRun = (id: number) =>
  useInfiniteQuery({
    queryKey: [RUN, id],
    queryFn: ({ pageParam, signal }) => call('bulk/show', { id, after: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.after,
  });

/** What a bulk action has changed is read again where it is on the screen. */
export function refetchChanged(): void {
  refetchBank();
  for (const key of ['pack/list', 'deed/list', 'product/list', 'message/list', 'duty/list', RUN])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

const noted = () => {
  for (const queryKey of [RUNS, [RUN]]) void queryClient.invalidateQueries({ queryKey });
};

export const usePrepare = () =>
  useMutation<Answer<'bulk/prepare'>, ApiError, Args<'bulk/prepare'>>({
    mutationFn: (args) => call('bulk/prepare', args),
  });

export async function startRun(args: Args<'bulk/start'>): Promise<BulkRun> {
  const run = await call('bulk/start', args);
  noted();
  return run;
}

export function useRunCall(path: 'bulk/stop' | 'bulk/again' | 'bulk/dismiss') {
  return useMutation<unknown, ApiError, number>({
    mutationFn: (id) => call(path, { id }),
    onSettled: () => {
      noted();
      refetchChanged();
    },
  });
}
