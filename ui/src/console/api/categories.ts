/** Categories as their screens read them, kept by TanStack Query. */

import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ApiError, call } from './client';
import { queryClient } from './queries';
import type { Answer, Args, CategoryDetail } from './types';

const LIST = 'category/list';
const ONE = 'category/show';
const PRODUCTS = 'category/products';
const ORDER = 'category/order';

export const useCategories = (enabled = true) =>
  useQuery({ queryKey: [LIST], queryFn: ({ signal }) => call('category/list', {}, signal), enabled });

export const useCategory = (key: string) =>
  useQuery({ queryKey: [ONE, key], queryFn: ({ signal }) => call('category/show', { key }, signal) });

export const useCategoryProducts = (key: string) =>
  useInfiniteQuery({
    queryKey: [PRODUCTS, key],
    queryFn: ({ pageParam, signal }) => call('category/products', { key, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
  });

export const useCategoryOrder = (key: string) =>
  useInfiniteQuery({
    queryKey: [ORDER, key],
    queryFn: ({ pageParam, signal }) => call('category/order', { key, after: pageParam }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.after,
  });

export const useCategoryComparison = (key: string, id: number) =>
  useQuery({
    queryKey: ['category/compare', key, id],
    queryFn: ({ signal }) => call('category/compare', { key, id }, signal),
    gcTime: 0,
  });

function refetchCategories(): void {
  for (const key of [LIST, ONE, PRODUCTS, ORDER, 'product/choices'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

/** A change of one category, which is shown as the answer has it. */
export function useCategoryCall<P extends 'category/create' | 'category/save' | 'category/restore'>(path: P) {
  return useMutation<CategoryDetail, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<CategoryDetail>,
    onSuccess: (detail) => queryClient.setQueryData([ONE, detail.key], detail),
    // A refused field shows what it is now.
    onSettled: refetchCategories,
  });
}

/** Puts a product elsewhere on the list; what is shown is read anew before it is told, so that the next move names what is there. */
export function useArrange() {
  return useMutation<Answer<'category/arrange'>, ApiError, Args<'category/arrange'>>({
    mutationFn: (args) => call('category/arrange', args),
    onSettled: (_, __, { key }) => queryClient.invalidateQueries({ queryKey: [ORDER, key] }),
  });
}

/** A change of the tree, or of what stands in a category. */
export function useTreeCall<
  P extends 'category/move' | 'category/remove' | 'category/add_products' | 'category/remove_products',
>(path: P) {
  return useMutation<Answer<P>, ApiError, Args<P>>({
    mutationFn: (args) => call(path, args) as Promise<Answer<P>>,
    onSettled: refetchCategories,
  });
}
