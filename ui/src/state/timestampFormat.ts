/** Timestamp formats in the page's language. Not in `i18n.tsx`: only pages after an order need them. */

import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import * as moment from '../domain/timestamp';
import { withNoBreakSpaces } from './i18n';
import { useSite } from './site';

export function useTimestampFormat() {
  const { t } = useLingui();
  const { lang, time_zone } = useSite();
  return useMemo(() => {
    const site = { lang, time_zone };
    return {
      momentDate: (at: string) => withNoBreakSpaces(moment.timestampDate(site, at)),
      /** Time of day in the shop's zone; name the `zone` beside it. */
      time: (at: string) => moment.shopTime(site, at),
      zone: (at: string) => (time_zone.name === 'Europe/Paris' ? t`Paris time` : moment.utcOffset(site, at)),
      lastDate: (end: string) => withNoBreakSpaces(moment.lastDate(site, end)),
    };
  }, [lang, time_zone, t]);
}
