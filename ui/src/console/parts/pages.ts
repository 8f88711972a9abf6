/** How much of a list is shown: the address says how many pages, and they are read one after the other. */

import { useEffect } from 'react';

/** What an address can ask for at once. */
const MOST_PAGES = 20;

export function readPages(params: URLSearchParams): number {
  const pages = Math.trunc(Number(params.get('pages')));
  return pages > 1 ? Math.min(pages, MOST_PAGES) : 1;
}

/** Empty where it goes without saying. */
export const writePages = (pages: number): string => (pages > 1 ? String(pages) : '');

interface List {
  data: { pages: unknown[] } | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetching: boolean;
  fetchNextPage: () => unknown;
}

/** Reads as many pages as are wanted; what it answers shows one more. `onChange` keeps how many there are to be. */
export function useShowMore(
  pages: number,
  { data, error, hasNextPage, isFetching, fetchNextPage }: List,
  onChange: (pages: number) => void,
): () => void {
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [loaded, pages, hasNextPage, isFetching, error, fetchNextPage]);
  // What failed is asked for again. More than an address can ask for is shown all the same.
  return () => void (error || loaded >= MOST_PAGES ? fetchNextPage() : onChange(loaded + 1));
}
