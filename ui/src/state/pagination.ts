/** Paged lists with "Load more": further pages are appended to the URL's, and found again by Back. */

import { useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import { callKey } from '../api/key';
import type { Answer, Args } from '../api/types';
import { AnswersContext } from '../api/useCall';
import { historyEntry } from './navigation';

type PagedCall = 'catalog/category' | 'search/index' | 'order/index' | 'invoice/index' | 'wishlist/index';
type Item<P extends PagedCall> = Answer<P>['items'][number];

/** Number of the last page of a list, by entry of the browser's history. */
const lastPages = new Map<string, number>();

export interface Pages<P extends PagedCall> {
  /** Items of all pages, each once. */
  items: Item<P>[];
  /** Position of the last of them in the whole list. */
  shown: number;
  busy: boolean;
  error: ApiError | undefined;
  fetch: () => void;
}

/** `page`: the first one shown; `first`: its answer. */
export function usePages<P extends PagedCall>(
  path: P,
  argsOf: (page: number) => Args<P>,
  page: number,
  first: Answer<P> | undefined,
  keyOf: (item: Item<P>) => string | number,
): Pages<P> {
  const answers = useContext(AnswersContext);
  const key = callKey(path, argsOf(page));
  // Of its first rendering: while the next page is fetched, the history is ahead of what is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another entry
  const entry = useMemo(historyEntry, [key]);
  const list = `${entry} ${key}`;
  const wanted = lastPages.get(list) ?? page;
  // Held here: what nobody subscribes to may be dropped.
  const held = useRef<{ list: string; pages: Answer<P>[] }>(undefined);
  if (held.current?.list !== list) held.current = { list, pages: [] };
  const { pages } = held.current;
  const last = () => page + pages.length;
  for (let next = take(); next && last() < wanted; next = take()) pages.push(next);
  function take() {
    return answers.get(path, argsOf(last() + 1));
  }

  const [state, setState] = useState<{ list: string; busy: boolean; error?: ApiError }>();
  const { busy = false, error } = state?.list === list ? state : {};
  const fetch = () => {
    setState({ list, busy: true });
    const number = last() + 1;
    answers.load(path, argsOf(number)).then(
      () => {
        lastPages.set(list, number);
        setState({ list, busy: false });
      },
      (reason) => setState({ list, busy: false, error: asApiError(reason) }),
    );
  };
  // Back to a list of which the store has dropped a page.
  useEffect(() => {
    if (first && last() < wanted && !busy && !error) fetch();
  });

  // What moved between pages is shown once.
  const items = new Map<string | number, Item<P>>();
  for (const item of [first, ...pages].flatMap((one): Item<P>[] => one?.items ?? [])) {
    if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  }
  const before = first ? (page - 1) * first.per_page : 0;
  return { items: [...items.values()], shown: Math.min(before + items.size, first?.total ?? 0), busy, error, fetch };
}
