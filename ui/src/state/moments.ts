/** Moments in the page's language: apart from the other formats, since only what comes after an order speaks of them. */

import { useMemo } from 'preact/hooks';
import * as moment from '../domain/moment';
import { tied } from './i18n';
import { useLang } from './site';

export function useMoments() {
  const lang = useLang();
  return useMemo(
    () => ({
      momentDate: (at: string) => tied(moment.momentDate(lang, at)),
      /** In Paris, where the house keeps its books: say so beside it. */
      parisTime: (at: string) => moment.parisTime(lang, at),
      lastDate: (end: string) => tied(moment.lastDate(lang, end)),
    }),
    [lang],
  );
}
