/** Help pages as their screens read them, kept by TanStack Query. */

import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Args, Lang, PageDetail, TextForm } from './types';

const PAGES = 'page/list';
const PAGE = 'page/show';

export const usePages = (enabled = true) =>
  useQuery({ queryKey: [PAGES], queryFn: ({ signal }) => call('page/list', {}, signal), enabled });

const pageOf = (key: string) =>
  queryOptions({ queryKey: [PAGE, key], queryFn: ({ signal }) => call('page/show', { key }, signal) });

export const usePage = (key: string) => useQuery(pageOf(key));

/** A text as shoppers would read it. */
export const usePreview = (key: string, lang: Lang, text: TextForm) =>
  useQuery({
    queryKey: ['page/preview', key, lang, text],
    queryFn: ({ signal }) => call('page/preview', { key, lang, text }, signal),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });

/** The amount from which delivery is free, as the shop writes it in a language. */
export const useFreeFrom = (lang: Lang) =>
  useQuery({
    queryKey: ['page/preview', 'free_from', lang],
    queryFn: ({ signal }) => {
      const text = { title: '', description: '', markdown: '{free_from}' };
      return call('page/preview', { key: 'shipping-and-returns', lang, text }, signal);
    },
    select: ({ html }) => new DOMParser().parseFromString(html, 'text/html').body.textContent.trim(),
  });

/** A text that was published. */
export const usePageVersion = (of: Args<'page/version'>) =>
  useQuery({ queryKey: ['page/version', of], queryFn: ({ signal }) => call('page/version', of, signal) });

export const refetchPage = (key: string) => queryClient.fetchQuery({ ...pageOf(key), staleTime: 0 });

type PageCall = 'page/save' | 'page/discard' | 'page/publish' | 'page/unschedule' | 'page/restore';

/** A change of one page, which is shown as the answer has it. */
export function usePageCall<P extends PageCall>(path: P) {
  return useMutation<PageDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<PageDetail>,
    onSuccess: (detail) => queryClient.setQueryData([PAGE, detail.key], detail),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [PAGES] }),
  });
}
