/** Suggestions for a search term, debounced; stale responses are dropped. */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { call, isAbort } from '../../api/client';
import type { Suggestions } from '../../api/types';
import { urls } from '../../domain/urls';
import { announce } from '../../state/liveRegion';
import { useLang } from '../../state/site';

/** Debounce in milliseconds. */
const DEBOUNCE = 150;

/** An option of the combobox. */
export type Suggestion =
  | { kind: 'term'; key: string; name: string; url: string }
  | { kind: 'category'; key: string; name: string; url: string }
  | { kind: 'help'; key: string; name: string; url: string }
  | { kind: 'product'; key: string; name: string; url: string; card: Suggestions['products'][number] };

function toList(found: Suggestions, lang: Parameters<typeof urls.search>[0], narrow: boolean): Suggestion[] {
  return [
    ...found.terms
      .slice(0, 3)
      .map((term): Suggestion => ({ kind: 'term', key: `term ${term}`, name: term, url: urls.search(lang, term) })),
    ...found.categories
      .slice(0, 2)
      .map(({ key, name, url }): Suggestion => ({ kind: 'category', key: `category ${key}`, name, url })),
    ...found.help.map(({ key, name, url }): Suggestion => ({ kind: 'help', key: `help ${key}`, name, url })),
    ...found.products
      .slice(0, narrow ? 3 : 5)
      .map((card): Suggestion => ({ kind: 'product', key: card.sku, name: card.name, url: card.url, card })),
  ];
}

/** `active` is the index of the option chosen by arrow keys, or -1. An empty term has no suggestions. */
export function useSuggestions(term: string) {
  const { t } = useLingui();
  const lang = useLang();
  const [options, setOptions] = useState<Suggestion[]>([]);
  const [active, setActive] = useState(-1);

  useEffect(() => {
    const query = term.trim();
    setActive(-1);
    if (query === '') {
      setOptions([]);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      call('search/suggest', { q: query }, { signal: controller.signal }).then(
        (found) => {
          if (controller.signal.aborted) return;
          const next = toList(found, lang, window.matchMedia('(max-width: 599.98px)').matches);
          setOptions(next);
          announce(
            next.length === 0
              ? t`No suggestions`
              : t`${plural(next.length, { one: '# suggestion', other: '# suggestions' })}`,
          );
        },
        (reason) => {
          // Not essential: the search itself still works.
          if (!isAbort(reason)) setOptions([]);
        },
      );
    }, DEBOUNCE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [term, lang, t]);

  return { options, active, setActive, clear: () => setOptions([]) };
}
