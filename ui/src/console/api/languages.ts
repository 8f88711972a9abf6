/** Languages and store views as their screen reads them, kept by TanStack Query. */

import { useMutation, useQuery } from '@tanstack/react-query';
import { changedAll } from './changes';
import { type ApiError, asApiError, call } from './client';
import { fetchSession, queryClient } from './queries';
import type { Answer, Args, LanguagePlan } from './types';

const LIST = ['language/list'];

export const useLanguages = () =>
  useQuery({ queryKey: LIST, queryFn: ({ signal }) => call('language/list', {}, signal) });

/** What saving would do; changes nothing. */
export async function planLanguages(args: Args<'language/plan'>): Promise<LanguagePlan> {
  try {
    return await call('language/plan', args);
  } catch (error) {
    forgetOld(asApiError(error));
    throw error;
  }
}

/** Languages that are not as they were seen are read again. */
function forgetOld({ id }: ApiError) {
  if (id === 'language.changed_meanwhile') void queryClient.invalidateQueries({ queryKey: LIST });
}

/** A change, after which every screen has the languages that there are. */
export function useSaveLanguages() {
  return useMutation<Answer<'language/save'>, ApiError, Args<'language/save'>>({
    mutationFn: (args) => call('language/save', args),
    onSuccess: (table) => {
      changedAll();
      queryClient.setQueryData(LIST, table);
      // What cannot be read now is read with the next page.
      fetchSession().catch(() => undefined);
    },
    onError: forgetOld,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['tariff/history'] }),
  });
}
