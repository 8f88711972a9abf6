/** Texts of the server's messages, and formats of the language. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { TRY_LATER } from '../api/client';
import { useSession } from '../api/queries';
import type { Lang, Message } from '../api/types';
import { LOCALES } from './language';

/** Text of a server message; an unknown id gives the generic one. */
export function useMessageText(): (message: Message) => string {
  const { i18n } = useLingui();
  return ({ id, params }) => i18n._(id in i18n.messages ? id : TRY_LATER, params);
}

const JUST_NOW = msg`just now`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Dates and times of the shop's time zone. */
export function useFormat() {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSession();
  const locale = LOCALES[i18n.locale as Lang] ?? 'en-GB';
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    const number = new Intl.NumberFormat(locale, { useGrouping: 'always' as unknown as boolean });
    return {
      date: (at: number) => day.format(at),
      time: (at: number) => moment.format(at),
      number: (value: number) => number.format(value),
      list: (names: readonly string[]) => names.join(locale === 'zh-CN' ? '、' : ', '),
      /** `5 minutes ago`; a date beyond a week. What lies ahead, by a clock that is behind the server's, is just now. */
      ago(at: number, now = Date.now()) {
        const passed = Math.min(at - now, 0);
        const distance = -passed;
        if (distance < MINUTE) return i18n._(JUST_NOW);
        if (distance < HOUR) return relative.format(Math.round(passed / MINUTE), 'minute');
        if (distance < DAY) return relative.format(Math.round(passed / HOUR), 'hour');
        if (distance < 7 * DAY) return relative.format(Math.round(passed / DAY), 'day');
        return day.format(at);
      },
    };
  }, [i18n, locale, timeZone]);
}
