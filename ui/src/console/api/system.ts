/** The system as its screen reads it; each change answers with all of it. Kept by TanStack Query. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

const SYSTEM = ['system/show'];
const refetch = () => queryClient.invalidateQueries({ queryKey: SYSTEM });

export const useSystem = () => useQuery({ queryKey: SYSTEM, queryFn: ({ signal }) => call('system/show', {}, signal) });

/** What a copy holds, beside the shop as it is now. */
export const usePreview = () =>
  useMutation<Answer<'restore/preview'>, ApiError, string>({ mutationFn: (name) => call('restore/preview', { name }) });

export async function scheduleRestore(args: Args<'restore/schedule'>): Promise<Answer<'restore/schedule'>> {
  const scheduled = await call('restore/schedule', args);
  void refetch();
  return scheduled;
}

type RestoreCall = 'restore/call_off' | 'restore/dismiss' | 'staging/make' | 'staging/delete';

/** The anonymised copy, which the browser asks for itself. */
export const STAGING_FILE = '/console_api/staging/file';

/** Asks whether it can be taken away, and for the proof that it needs. */
export const takeStaging = () => call('staging/take', {});

/** Calls after which the system is read again. */
export function useRestoreCall<P extends RestoreCall>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args),
    onSettled: () => {
      void refetch();
      void queryClient.invalidateQueries({ queryKey: ['duty/list'] });
    },
  });
}

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

/** Runs a job now, by its name: answers what it did, or that it goes on. */
export function useRunJob() {
  return useMutation<Answer<'system/run_job'>, ApiError, string>({
    mutationFn: (name) => call('system/run_job', { name }),
    onSuccess: ({ state }) => {
      queryClient.setQueryData(SYSTEM, state);
      void queryClient.invalidateQueries({ queryKey: ['duty/list'] });
    },
    onError: () => void refetch(),
  });
}
