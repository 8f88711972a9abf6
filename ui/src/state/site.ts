/** Site and page facts by context. */

import { createContext, useContext } from 'react';
import type { Lang, Site } from '../api/types';

/** Which variant of the home page was served; kept until the next navigation. */
export type PageVariant = 'desktop' | 'mobile';

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
