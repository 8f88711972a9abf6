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
  // Held here: what nobody subscribes to may be dropped. The first `fresh` of them are as new as the first page.
  const held = useRef<{ list: string; first?: Answer<P>; pages: Answer<P>[]; fresh: number }>(undefined);
  if (held.current?.list !== list) {
    const pages: Answer<P>[] = [];
    const known = () => answers.get(path, argsOf(page + 1 + pages.length));
    for (let next = known(); next && page + pages.length < wanted(); next = known()) pages.push(next);
    held.current = { list, pages, fresh: pages.length };
  }
  const now = held.current;
  if (!first && now.first) {
    // Gone with the person whose list it was.
    Object.assign(now, { first, pages: [], fresh: 0 });
  } else if (first && now.first !== first) {
    // Another first page: what follows has moved. It is shown until it is there anew.
    if (now.first) now.fresh = 0;
    now.first = first;
  }
  function wanted() {
    return lastPages.get(list) ?? page;
  }

  const [state, setState] = useState<{ list: string; busy: boolean; error?: ApiError }>();
  const { busy = false, error } = state?.list === list ? state : {};
  const fetch = (at = now.pages.length) => {
    setState({ list, busy: true });
    const number = page + 1 + at;
    answers.load(path, argsOf(number)).then(
      () => {
        const next = answers.get(path, argsOf(number));
        // The list has become shorter.
        if (!next || next.items.length === 0) now.pages.splice(at);
        else now.pages[at] = next;
        now.fresh = Math.min(at + 1, now.pages.length);
        lastPages.set(list, page + now.pages.length);
        setState({ list, busy: false });
      },
      (reason) => setState({ list, busy: false, error: asApiError(reason) }),
    );
  };
  // Pages that are no longer new, or that the store has dropped before Back.
  useEffect(() => {
    if (first && !busy && !error && (now.fresh < now.pages.length || page + now.pages.length < wanted())) {
      fetch(now.fresh);
    }
  });

  // What moved between pages is shown once.
  const items = new Map<string | number, Item<P>>();
  for (const item of (first ? [first, ...now.pages] : []).flatMap((one): Item<P>[] => one?.items ?? [])) {
    if (!items.has(keyOf(item))) items.set(keyOf(item), item);
  }
  const before = first ? (page - 1) * first.per_page : 0;
  return {
    items: [...items.values()],
    shown: Math.min(before + items.size, first?.total ?? 0),
    busy,
    error,
    fetch: () => fetch(),
  };
}
