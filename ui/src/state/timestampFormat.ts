/** Timestamp formats in the page's language. Not in `i18n.tsx`: only pages after an order need them. */

import { useMemo } from 'react';
import * as moment from '../domain/timestamp';
import { withNoBreakSpaces } from './i18n';
import { useLang } from './site';

export function useTimestampFormat() {
  const lang = useLang();
  return useMemo(
    () => ({
      momentDate: (at: string) => withNoBreakSpaces(moment.timestampDate(lang, at)),
      /** Paris time; name the time zone beside it. */
      parisTime: (at: string) => moment.parisTime(lang, at),
      lastDate: (end: string) => withNoBreakSpaces(moment.lastDate(lang, end)),
    }),
    [lang],
  );
}
