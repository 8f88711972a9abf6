/** The state of the screen, all of it in the address: it can be sent to a colleague. */

import type { BankFilters } from '../../api/bank';
import type { BankLineState } from '../../api/types';
import { readPages } from '../../parts/pages';

export const TABS = ['open', 'booked', 'ignored', 'refunds'] as const;

export type Tab = (typeof TABS)[number];

export interface View {
  tab: Tab;
  /** Only movements of this one. */
  statement: number | undefined;
  /** How many pages are shown. */
  pages: number;
}

export const PLAIN: View = { tab: 'open', statement: undefined, pages: 1 };

const whole = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined);

/** What an address says; what it cannot mean is left out. */
export function readView(params: URLSearchParams): View {
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'open';
  if (tab === 'refunds') return { ...PLAIN, tab };
  return {
    tab,
    statement: whole(params.get('statement')),
    pages: readPages(params),
  };
}

/** Without what goes without saying, so that addresses stay short. */
export function writeView({ tab, statement, pages }: View): URLSearchParams {
  const isList = tab !== 'refunds';
  return new URLSearchParams([
    ...(tab === 'open' ? [] : [['tab', tab]]),
    ...(isList && statement !== undefined ? [['statement', String(statement)]] : []),
    ...(isList && pages > 1 ? [['pages', String(pages)]] : []),
  ]);
}

export function addressOf(view: View): string {
  const search = writeView(view).toString();
  return search ? `/bank?${search}` : '/bank';
}

export function filtersOf({ tab, statement }: View): BankFilters {
  const state: BankLineState = tab === 'refunds' ? 'open' : tab;
  return { state, ...(statement !== undefined && { statement_id: statement }) };
}
