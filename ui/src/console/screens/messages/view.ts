/** The state of the inbox, all of it in the address: it can be sent to a colleague. */

import type { ThreadFilters } from '../../api/threads';
import type { Lang, ThreadKind, ThreadState } from '../../api/types';
import { readPages, writePages } from '../../parts/pages';
import { KINDS, STATES } from '../../parts/threadNames';

export interface View {
  q: string;
  kind: ThreadKind | '';
  /** `all`: whatever its state. */
  state: ThreadState | 'all';
  to: 'me' | 'nobody' | '';
  lang: Lang | '';
  /** How many pages are shown. */
  pages: number;
  /** Whether the hours of the chat are open. */
  isChatOpen: boolean;
}

export const PLAIN: View = { q: '', kind: '', state: 'open', to: '', lang: '', pages: 1, isChatOpen: false };

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const get = (name: string) => params.get(name) ?? '';
  const one = <T extends string>(name: string, all: readonly T[]): T | '' => all.find((of) => of === get(name)) ?? '';
  return {
    q: get('q').trim(),
    kind: one('kind', KINDS),
    state: one('state', [...STATES, 'all'] as const) || PLAIN.state,
    to: one('to', ['me', 'nobody'] as const),
    lang: one('lang', ['en', 'fr', 'de', 'es', 'zh'] as const),
    pages: readPages(params),
    isChatOpen: get('chat') === 'hours',
  };
}

/** Without what goes without saying, so that addresses stay short. */
export function writeView({ q, kind, state, to, lang, pages, isChatOpen }: View): URLSearchParams {
  const fields = {
    q,
    kind,
    state: state === PLAIN.state ? '' : state,
    to,
    lang,
    pages: writePages(pages),
    chat: isChatOpen ? 'hours' : '',
  };
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
}

export const isFiltered = ({ q, kind, state, to, lang }: View): boolean =>
  state !== PLAIN.state || [q, kind, to, lang].some(Boolean);

export const filtersOf = ({ q, kind, state, to, lang }: View): ThreadFilters => ({
  ...(q && { q }),
  ...(kind && { kind }),
  ...(state !== 'all' && { state }),
  ...(to && { assigned_to: to }),
  ...(lang && { lang }),
});
