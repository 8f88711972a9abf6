/** The system as its screen reads it; each change answers with all of it. Kept by TanStack Query. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

const SYSTEM = ['system/show'];
/** Milliseconds after which a mail that was asked for has left or failed: it is tried within seconds. */
const TRIED = [7000, 20_000];

const refetch = () => queryClient.invalidateQueries({ queryKey: SYSTEM });

/** Read again every minute, as today is: nothing tells of changes yet. */
export const useSystem = () =>
  useQuery({ queryKey: SYSTEM, queryFn: ({ signal }) => call('system/show', {}, signal), refetchInterval: 60_000 });

type SystemCall = 'system/backup' | 'system/retry_mail' | 'system/retry_mails';

export function useSystemCall<P extends SystemCall>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSuccess: (answer) => {
      queryClient.setQueryData(SYSTEM, answer);
      void queryClient.invalidateQueries({ queryKey: ['duty/list'] });
      if (path !== 'system/backup') for (const wait of TRIED) setTimeout(() => void refetch(), wait);
    },
    // A mail may have left meanwhile, and a copy may be there whose answer was lost.
    onError: () => void refetch(),
  });
}
