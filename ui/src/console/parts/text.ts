/** Texts of the server's messages, and formats of the language. */

import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { TRY_LATER } from '../api/client';
import { useSession } from '../api/queries';
import type { Lang, Message } from '../api/types';
import { formatsOf } from './format';
import { LOCALES } from './language';

/** Text of a server message; an unknown id gives the generic one. */
export function useMessageText(): (message: Message) => string {
  const { i18n } = useLingui();
  return ({ id, params }) => i18n._(id in i18n.messages ? id : TRY_LATER, params);
}

const JUST_NOW = msg`just now`;

/** Dates and times of the shop's time zone. */
export function useFormat() {
  const { i18n } = useLingui();
  const { time_zone: timeZone } = useSession();
  const locale = LOCALES[i18n.locale as Lang] ?? 'en-GB';
  return useMemo(() => {
    const formats = formatsOf(locale, timeZone);
    return { ...formats, ago: (at: number, now = Date.now()) => formats.ago(at, now) ?? i18n._(JUST_NOW) };
  }, [i18n, locale, timeZone]);
}
