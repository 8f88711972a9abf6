/** Paged list with "load more": starts at the URL's page and appends further pages. */

import { useState } from 'react';
import { type ApiError, asApiError, call } from '../api/client';
import type { Answer, Args } from '../api/types';
import { type CallState, useCall } from '../api/useCall';
import { pageArgs } from '../domain/urls';

/** Calls whose only argument is the page. */
type PagedCall = 'order/index' | 'invoice/index';
type Item<P extends PagedCall> = Answer<P>['items'][number];

export interface PaginatedState<P extends PagedCall> extends CallState<Answer<P>> {
  /** Items of all loaded pages, deduplicated. */
  items: Item<P>[];
  /** Position of the last item shown in the whole list. */
  shown: number;
  more: { busy: boolean; error: ApiError | undefined; fetch: () => void };
}

export function usePagination<P extends PagedCall>(
  path: P,
  page: number,
  keyOf: (item: Item<P>) => string,
): PaginatedState<P> {
  const args = (number: number) => pageArgs(number) as Args<P>;
  const state = useCall(path, args(page));
  const { data } = state;
  const [fetched, setFetched] = useState<{ of: typeof data; items: Item<P>[]; page: number }>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();

  // Discard pages that were fetched after another first page.
  const fetchedMore = fetched?.of === data ? fetched : undefined;
  const first: Item<P>[] = data?.items ?? [];
  const known = new Set(first.map(keyOf));
  // A new item shifts the pages: the last item of one appears again on the next.
  const items = [...first, ...(fetchedMore?.items ?? []).filter((item) => !known.has(keyOf(item)))];
  const lastPage = fetchedMore?.page ?? page;

  const fetch = () => {
    setBusy(true);
    setError(undefined);
    call(path, args(lastPage + 1))
      .then((next) =>
        setFetched({ of: data, items: [...(fetchedMore?.items ?? []), ...next.items], page: lastPage + 1 }),
      )
      .catch((reason) => setError(asApiError(reason)))
      .finally(() => setBusy(false));
  };
  const before = data ? (page - 1) * data.per_page : 0;
  return { ...state, items, shown: Math.min(before + items.length, data?.total ?? 0), more: { busy, error, fetch } };
}
