/** Settings as their screens read them, kept by TanStack Query. */

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, asApiError, call } from './client';
import { queryClient } from './queries';
import type { Args, SettingList, SettingPlan } from './types';

const SETTINGS = ['setting/list'];
const HISTORY = 'setting/history';

export const useSettings = () =>
  useQuery({ queryKey: SETTINGS, queryFn: ({ signal }) => call('setting/list', {}, signal) });

/** The history of all settings, or of one. */
export const useSettingHistory = (key: string | null) =>
  useInfiniteQuery({
    queryKey: [HISTORY, key],
    queryFn: ({ pageParam, signal }) => call('setting/history', { key, before: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.has_more ? page.changes.at(-1)?.id : undefined),
  });

/** What saving would do; changes nothing. */
export async function planSettings(args: Args<'setting/plan'>): Promise<SettingPlan> {
  try {
    return await call('setting/plan', args);
  } catch (error) {
    forgetOld(asApiError(error));
    throw error;
  }
}

/** Settings that are not as they were seen are read again. */
function forgetOld({ fields, id }: ApiError) {
  const isOld = ['setting.changed_meanwhile', 'setting.not_waiting', 'setting.one_waits'];
  const ids = [id, ...Object.values(fields).map((field) => field.id)];
  if (ids.some((one) => isOld.includes(one))) void queryClient.invalidateQueries({ queryKey: SETTINGS });
}

type SettingCall = 'setting/save' | 'setting/agree' | 'setting/take_back';

/** A change of settings, which are shown as the answer has them. */
export function useSettingCall<P extends SettingCall>(path: P) {
  return useMutation<SettingList, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<SettingList>,
    onSuccess: (list) => queryClient.setQueryData(SETTINGS, list),
    onError: forgetOld,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [HISTORY] }),
  });
}
