/** Site and page facts by context. */

import { createContext, useContext } from 'react';
import type { Args, Lang, Message, Path, Site } from '../api/types';

/** Which variant of the home page was served; kept until the next navigation. */
export type PageVariant = 'desktop' | 'mobile';

/** A form that a browser sent without scripts, and that was refused: its page comes again with what was typed. */
export interface SentForm {
  call: Path;
  /** By the names of its controls, without what is secret; a box that was not ticked is not there. */
  values: Record<string, string>;
  error: Message & { message: string; fields: Record<string, Message> };
  /** Of the checkout: what the order was calculated with. */
  asked?: Args<'checkout/index'> | null;
}

/** A form sent without scripts that was not refused: it waited for a mailed link, which was followed, or has an answer to show. */
export interface KeptForm extends Pick<SentForm, 'call' | 'values'> {
  /** Of the call; null where a link was followed. */
  answer?: unknown;
}

export interface PageInfo {
  site: Site;
  /** Name of the route. */
  page: string;
  status: number;
  variant: PageVariant;
  /** Path of the page, without query. */
  path: string;
  /** Query without its question mark. */
  search: string;
  /** The form that was sent from here without scripts, until the next page. */
  form?: SentForm | null | undefined;
  /** The same of one that was not refused. */
  kept?: KeptForm | null | undefined;
  /** Of the page of cookies: what the visitor allows. */
  consent?: { functional: boolean; marketing: boolean; captcha: boolean } | null | undefined;
  /** Idempotency key of the order that the page's form places. */
  attempt?: string | null | undefined;
}

export const PageContext = createContext<PageInfo | undefined>(undefined);

export function usePageInfo(): PageInfo {
  const info = useContext(PageContext);
  if (!info) throw new Error('outside of the page');
  return info;
}

export function useSite(): Site {
  return usePageInfo().site;
}

export function useLang(): Lang {
  return useSite().lang;
}

/** The form of a call, if it was sent. */
export function useSentForm(call: Path): SentForm | undefined {
  const form = useContext(PageContext)?.form;
  return form?.call === call ? form : undefined;
}

/** The form of a call, if it was sent and not refused. */
export function useKeptForm(call: Path): KeptForm | undefined {
  const form = useContext(PageContext)?.kept;
  return form?.call === call ? form : undefined;
}
