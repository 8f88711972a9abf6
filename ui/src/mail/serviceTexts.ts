/** Texts of newsletter and customer service mails. */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Letters } from '../api/types';
import * as format from '../domain/format';
import { filled } from '../domain/houseWords';
import * as moments from '../domain/timestamp';
import { urls } from '../domain/urls';
import { frame, greeting, type ShortMailTexts, zoneName } from './frame';
import type { MailSite } from './render';

export interface ConfirmData {
  letters: Letters;
  confirm_url: string;
  /** ISO 8601 date. */
  expires_on: string;
  /** Link that cancels the request. */
  cancel_url: string;
}

export interface WelcomeData {
  letters: Letters;
  /** The address was subscribed already. */
  again: boolean;
  unsubscribe_url: string;
}

export interface EndData {
  /** ISO 8601 date; absent once it is over. */
  ends_on?: string;
  home_url: string;
}

export interface FormLinkData {
  /** The form as it was sent. */
  url: string;
  /** RFC 3339. */
  expires_at: string;
}

export interface ContactData {
  /** Empty, like the message, for unverified addresses. */
  name: string;
  subject: string;
  message: string;
  reference: string;
}

/** Chosen lists, in the words of their checkboxes. */
function listNames(i18n: I18n, site: MailSite, letters: Letters): ShortMailTexts['list'] {
  const { brand, look } = site;
  const hotels = filled(look.words, brand).hotel_letters || i18n._(msg`The hotels of ${brand}: news and offers`);
  const items = [
    letters.hah_subscribe ? i18n._(msg`The boutique: new pieces, the seasons, care`) : '',
    letters.brand ? hotels : '',
    letters.all_subscribe_status ? i18n._(msg`The partner loyalty programme: points and offers`) : '',
  ].filter(Boolean);
  return items.length > 0 ? { title: i18n._(msg`What we write to you about`), items } : undefined;
}

export function newsletterConfirm(i18n: I18n, site: MailSite, data: ConfirmData): ShortMailTexts {
  const { brand, lang } = site;
  const date = format.date(lang, data.expires_on);
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, ''),
    subject: i18n._(msg`Please confirm: the letters of ${brand}`),
    preview: i18n._(msg`One press, and you are subscribed.`),
    paragraphs: [
      i18n._(
        msg`Somebody, we hope you, has asked for the letters of ${brand} at this address. Please confirm it: until then we send nothing.`,
      ),
    ],
    list: listNames(i18n, site, data.letters),
    link: i18n._(msg`Confirm my subscription`),
    url: data.confirm_url,
    notes: [
      i18n._(msg`The link is good until ${date}.`),
      {
        text: i18n._(msg`It was not you? Do nothing, or tell us:`),
        link: i18n._(msg`I did not ask for this`),
        url: data.cancel_url,
      },
      {
        text: i18n._(msg`What we keep, and for how long:`),
        link: i18n._(msg`Privacy statement`),
        url: site.public_url + urls.help(lang, 'privacy-statement'),
      },
    ],
  };
}

export function newsletterWelcome(i18n: I18n, site: MailSite, data: WelcomeData): ShortMailTexts {
  const { brand, lang } = site;
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, ''),
    subject: data.again
      ? i18n._(msg`You are subscribed already: the letters of ${brand}`)
      : i18n._(msg`Welcome to the letters of ${brand}`),
    preview: i18n._(msg`Every letter has a link to unsubscribe.`),
    paragraphs: [
      data.again
        ? i18n._(
            msg`Somebody asked for our letters at this address once more. You have them already, so there is nothing to do.`,
          )
        : i18n._(msg`Your subscription is confirmed, and we look forward to writing to you.`),
    ],
    list: listNames(i18n, site, data.letters),
    link: i18n._(msg`To the boutique`),
    url: `${site.public_url}${urls.home(lang)}`,
    notes: [
      {
        text: i18n._(msg`You would rather not hear from us?`),
        link: i18n._(msg`Unsubscribe`),
        url: data.unsubscribe_url,
      },
    ],
  };
}

export function newsletterUnsubscribing(i18n: I18n, site: MailSite, data: EndData): ShortMailTexts {
  const { brand, lang } = site;
  const date = data.ends_on ? format.date(lang, data.ends_on) : '';
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, ''),
    subject: i18n._(msg`You leave the letters of ${brand}`),
    preview: i18n._(msg`Your wish has reached us.`),
    paragraphs: [
      date
        ? i18n._(
            msg`We have your wish. It takes us 1 to 2 working days: after ${date} no more letters are sent to you.`,
          )
        : i18n._(msg`We have your wish. It takes us 1 to 2 working days.`),
      i18n._(msg`Mails about an order or your account are not affected.`),
    ],
    link: '',
    url: '',
    notes: [
      {
        text: i18n._(msg`You have changed your mind? You can subscribe again at any time:`),
        link: i18n._(msg`To the boutique`),
        url: data.home_url,
      },
    ],
  };
}

export function newsletterUnsubscribed(i18n: I18n, site: MailSite, data: EndData): ShortMailTexts {
  const { brand } = site;
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, ''),
    subject: i18n._(msg`You have left the letters of ${brand}`),
    preview: i18n._(msg`No more letters are sent to you.`),
    paragraphs: [
      i18n._(msg`It is done: no more letters are sent to this address. This mail is the last.`),
      i18n._(msg`Mails about an order or your account are not affected.`),
    ],
    link: '',
    url: '',
    notes: [
      {
        text: i18n._(msg`You have changed your mind? You can subscribe again at any time:`),
        link: i18n._(msg`To the boutique`),
        url: data.home_url,
      },
    ],
  };
}

function subjectName(i18n: I18n, subject: string): string {
  switch (subject) {
    case 'order_help':
      return i18n._(msg`Help with an order`);
    case 'returns_exchanges':
      return i18n._(msg`Returns and exchanges`);
    case 'care_information':
      return i18n._(msg`Care of a product`);
    case 'reward_points':
      return i18n._(msg`Reward points`);
    case 'website_feedback':
      return i18n._(msg`This website`);
    default:
      return i18n._(msg`Something else`);
  }
}

/** In place of a security check, for browsers without scripts. */
export function formLink(i18n: I18n, site: MailSite, data: FormLinkData): ShortMailTexts {
  const { brand } = site;
  const date = moments.timestampDate(site, data.expires_at);
  const time = moments.shopTime(site, data.expires_at);
  const zone = zoneName(i18n, site, data.expires_at);
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, ''),
    subject: i18n._(msg`One more step: your form at ${brand}`),
    preview: i18n._(msg`Follow the link, and send the form once more.`),
    paragraphs: [
      i18n._(
        msg`You have filled in a form at ${brand}. Follow the link: what you wrote is still there, and only needs to be sent once more. That is how we know that a person is writing.`,
      ),
    ],
    link: i18n._(msg`Back to my form`),
    url: data.url,
    notes: [
      i18n._(msg`The link works once, until ${date}, ${time} (${zone}).`),
      i18n._(msg`If it was not you, there is nothing you need to do: nothing has been sent to us.`),
    ],
  };
}

export function contactReceived(i18n: I18n, site: MailSite, data: ContactData): ShortMailTexts {
  const { reference } = data;
  const subject = subjectName(i18n, data.subject);
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, data.name),
    subject: i18n._(msg`We have your message ${reference}`),
    preview: i18n._(msg`We answer within 24 hours.`),
    paragraphs: [
      i18n._(
        msg`Thank you for writing to us. Your message has arrived under the reference ${reference}, and a person reads it.`,
      ),
      i18n._(msg`We answer within 24 hours. If you have something to add, simply reply to this mail.`),
    ],
    list: { title: i18n._(msg`Subject`), items: [subject] },
    quote: data.message ? { title: i18n._(msg`What you wrote`), text: data.message } : undefined,
    link: '',
    url: '',
    notes: [],
  };
}

export interface ReplyData {
  kind: 'message' | 'return' | 'withdrawal';
  reference: string;
  /** As it was given. */
  name: string;
  /** Written by a person of the house, with line breaks. */
  text: string;
}

/** The reference in the subject tells which message an answer to this letter belongs to. */
export function messageReply(i18n: I18n, site: MailSite, data: ReplyData): ShortMailTexts {
  const { reference, text } = data;
  const paragraphs = text.split(/\n{2,}/);
  return {
    ...frame(i18n, site),
    greeting: greeting(i18n, data.name),
    subject:
      data.kind === 'withdrawal' ? i18n._(msg`Your withdrawal ${reference}`) : i18n._(msg`Your message ${reference}`),
    preview: paragraphs[0] ?? '',
    paragraphs,
    link: '',
    url: '',
    notes: [],
  };
}
