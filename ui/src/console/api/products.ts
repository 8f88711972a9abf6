/** Products as their screens read them, kept by TanStack Query. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, ProductDetail, ProductDifferences } from './types';

const LIST = 'product/list';
const ONE = 'product/show';
const CHOICES = 'product/choices';

export type ProductFilters = Omit<Args<'product/list'>, 'after'>;

export const useProducts = (filters: ProductFilters) =>
  useInfiniteQuery({
    queryKey: [LIST, filters],
    queryFn: ({ pageParam, signal }) =>
      call('product/list', pageParam === null ? filters : { ...filters, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  });

/** The first products that a search finds. */
export const useFoundProducts = (q: string) =>
  useQuery({
    queryKey: [LIST, 'found', q],
    queryFn: ({ signal }) => call('product/list', { q }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });

export const useProduct = (sku: string) =>
  useQuery({ queryKey: [ONE, sku], queryFn: ({ signal }) => call('product/show', { sku }, signal) });

/** What fields can name. It changes with sheets only. */
export const useChoices = () =>
  useQuery({ queryKey: [CHOICES], queryFn: ({ signal }) => call('product/choices', {}, signal), staleTime: 60_000 });

export const usePlannedVariants = (sku: string) =>
  useQuery({
    queryKey: ['product/plan_variants', sku],
    queryFn: ({ signal }) => call('product/plan_variants', { sku }, signal),
    gcTime: 0,
    retry: false,
  });

/** What going back to a version would change. */
export const useComparison = (sku: string, id: number) =>
  useQuery({
    queryKey: ['product/compare', sku, id],
    queryFn: ({ signal }) => call('product/compare', { sku, id }, signal),
    gcTime: 0,
  });

function refetchProducts(): void {
  for (const key of [LIST, ONE]) void queryClient.invalidateQueries({ queryKey: [key] });
}

export const useSaveProducts = () =>
  useMutation<ProductDifferences, ApiError, Args<'product/save'>>({
    mutationFn: (args) => call('product/save', args),
    // A refused field shows what it is now.
    onSettled: refetchProducts,
  });

/** Says what a save would change, without saving. */
export const useCheckProducts = () =>
  useMutation<ProductDifferences, ApiError, Args<'product/check'>>({
    mutationFn: (args) => call('product/check', args),
  });

/** Says what new products would be, without making them. */
export const useCheckNewProducts = () =>
  useMutation<ProductDifferences, ApiError, Args<'product/check_new'>>({
    mutationFn: (args) => call('product/check_new', args),
  });

export const useCreateProducts = () =>
  useMutation<ProductDifferences, ApiError, Args<'product/create_all'>>({
    mutationFn: (args) => call('product/create_all', args),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [CHOICES] }),
    onSettled: refetchProducts,
  });

export const usePreviewLink = () =>
  useMutation<Answer<'product/preview_link'>, ApiError, Args<'product/preview_link'>>({
    mutationFn: (args) => call('product/preview_link', args),
  });

export const useEndPreviews = () =>
  useMutation<Answer<'product/end_previews'>, ApiError, Args<'product/end_previews'>>({
    mutationFn: (args) => call('product/end_previews', args),
  });

type Change = 'product/create' | 'product/set_first_price' | 'product/add_variants' | 'product/restore';

/** A change of one product, which is shown as the answer has it. */
export function useProductCall<P extends Change>(path: P) {
  return useMutation<ProductDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<Answer<P>>,
    onSuccess: (detail) => {
      queryClient.setQueryData([ONE, detail.sku], detail);
      void queryClient.invalidateQueries({ queryKey: [CHOICES] });
    },
    onSettled: refetchProducts,
  });
}
