/** The system as its screen reads it; each change answers with all of it. Kept by TanStack Query. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

const SYSTEM = ['system/show'];
const refetch = () => queryClient.invalidateQueries({ queryKey: SYSTEM });

export const useSystem = () => useQuery({ queryKey: SYSTEM, queryFn: ({ signal }) => call('system/show', {}, signal) });

type SystemCall = 'system/backup' | 'system/retry_mail' | 'system/retry_mails';

export function useSystemCall<P extends SystemCall>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSuccess: (answer) => {
      queryClient.setQueryData(SYSTEM, answer);
      void queryClient.invalidateQueries({ queryKey: ['duty/list'] });
    },
    // A mail may have left meanwhile, and a copy may be there whose answer was lost.
    onError: () => void refetch(),
  });
}
