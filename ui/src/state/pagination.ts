/** A list that comes page by page: the page that the address names, and those after it at a press. */

import { useState } from 'preact/hooks';
import { type ApiError, asApiError, call } from '../api/client';
import type { Answer, Args } from '../api/types';
import { type CallState, useCall } from '../api/useCall';
import { pageArgs } from '../domain/urls';

/** The lists that take a page and nothing else. */
type PagedCall = 'order/index' | 'invoice/index';
type Item<P extends PagedCall> = Answer<P>['items'][number];

export interface PaginatedState<P extends PagedCall> extends CallState<Answer<P>> {
  /** Of all pages fetched, in their order, each once. */
  items: Item<P>[];
  /** How many entries of the whole list are on screen or before it. */
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

  // What was fetched after another first page belongs to that one.
  const fetchedMore = fetched?.of === data ? fetched : undefined;
  const first: Item<P>[] = data?.items ?? [];
  const known = new Set(first.map(keyOf));
  // Something new has moved the rest along: what was the last of a page begins the next.
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
