/** Words for what the server says about newsletters and letters to customers. */

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { CustomerNewsletter } from '../../api/types';

type Words = Readonly<Record<string, MessageDescriptor>>;

const STATES: Record<CustomerNewsletter['state'], MessageDescriptor> = {
  pending: msg`Not yet confirmed`,
  subscribed: msg`Subscribed`,
  ending: msg`Ending`,
  unsubscribed: msg`Unsubscribed`,
};

const EVENTS: Words = {
  asked: msg`Link sent`,
  reminded: msg`Told that it is subscribed`,
  confirmed: msg`Confirmed by the link`,
  changed: msg`Choice changed`,
  unsubscribe_asked: msg`Unsubscription asked for`,
  unsubscribed: msg`Unsubscribed`,
};

const SOURCES: Words = {
  footer: msg`at the foot of a page`,
  lightbox: msg`in the window of the first visit`,
  account: msg`in the account`,
  checkout: msg`at checkout`,
  registration: msg`at registration`,
  house: msg`by the house`,
};

const MAILS: Words = {
  welcome: msg`Welcome`,
  password_reset: msg`Password link`,
  password_first: msg`Link for the first password`,
  password_changed: msg`Password changed`,
  email_changed: msg`Email address changed`,
  deletion_asked: msg`Deletion asked for`,
  newsletter_confirm: msg`Newsletter: please confirm`,
  newsletter_welcome: msg`Newsletter: welcome`,
  newsletter_unsubscribing: msg`Newsletter: ends soon`,
  newsletter_unsubscribed: msg`Newsletter: ended`,
};

export function useNewsletterWords() {
  const { i18n } = useLingui();
  const of = (words: Words, code: string) => (words[code] ? i18n._(words[code]) : code);
  return {
    state: (code: CustomerNewsletter['state']) => i18n._(STATES[code]),
    event: (code: string) => of(EVENTS, code),
    source: (code: string) => of(SOURCES, code),
    /** Undefined: a letter about an order. */
    mail: (code: string) => (MAILS[code] ? i18n._(MAILS[code]) : undefined),
  };
}
