/** Moments in the page's language: apart from the other formats, since only what comes after an order speaks of them. */

import { useMemo } from 'preact/hooks';
import * as moment from '../domain/timestamp';
import { withNoBreakSpaces } from './i18n';
import { useLang } from './site';

export function useTimestampFormat() {
  const lang = useLang();
  return useMemo(
    () => ({
      momentDate: (at: string) => withNoBreakSpaces(moment.timestampDate(lang, at)),
      /** In Paris, where the house keeps its books: say so beside it. */
      parisTime: (at: string) => moment.parisTime(lang, at),
      lastDate: (end: string) => withNoBreakSpaces(moment.lastDate(lang, end)),
    }),
    [lang],
  );
}
