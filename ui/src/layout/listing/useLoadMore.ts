/** Pages that are appended to a list by "Load more". */

import { useState } from 'react';
import { type ApiError, asApiError } from '../../api/client';
import type { ProductCard } from '../../api/types';

interface Page {
  items: ProductCard[];
}

interface Appended extends Page {
  list: string;
  /** Number of the last page. */
  page: number;
}

/** `list` is the URL of the list: appended pages and errors of another list are dropped. `page` is the first page shown. */
export function useLoadMore(
  list: string,
  page: number,
  answer: Page | undefined,
  fetchPage: (page: number) => Promise<Page>,
) {
  const [state, setState] = useState<Appended>({ list, items: [], page: 0 });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ list: string; error: ApiError }>();
  const current = state.list === list ? state : { list, items: [], page };
  const lastPage = Math.max(current.page, page);
  // Products that moved between pages are shown once.
  const known = new Set(answer?.items.map((card) => card.item_id));
  return {
    items: current.items.filter((card) => !known.has(card.item_id)),
    busy,
    error: failed?.list === list ? failed.error : undefined,
    fetch: () => {
      setBusy(true);
      setFailed(undefined);
      fetchPage(lastPage + 1)
        .then((next) => setState({ list, items: [...current.items, ...next.items], page: lastPage + 1 }))
        .catch((reason) => setFailed({ list, error: asApiError(reason) }))
        .finally(() => setBusy(false));
    },
  };
}
