/** The words of the catalogue as their screen reads them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args } from './types';

const LIST = 'lexicon/list';

export type LexiconFilters = Omit<Args<'lexicon/list'>, 'after'>;

export const useLexicon = (filters: LexiconFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) => call('lexicon/list', { ...filters, after: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.after,
    // While another search is read; another part has nothing in common with this one.
    placeholderData: (before, query) => {
      const [, was] = (query?.queryKey ?? []) as [string?, LexiconFilters?];
      return was?.part === filters.part && was?.of === filters.of ? keepPreviousData(before) : undefined;
    },
  });

/** A change of the lexicon: the list is read anew before it is told, so that the next one names what is there. */
export function useLexiconCall<P extends 'lexicon/save' | 'lexicon/place' | 'lexicon/remove'>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<Answer<P>>,
    onSettled: async () => {
      void queryClient.invalidateQueries({ queryKey: ['product/choices'] });
      await queryClient.invalidateQueries({ queryKey: [LIST] });
    },
  });
}
