/** What every mail says: greeting, contact, closing; and the texts of a short mail. */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { filled } from '../domain/houseWords';
import { utcOffset } from '../domain/timestamp';
import type { Row } from './orderTexts';
import type { MailSite } from './render';

/** `name` may be empty. */
export function greeting(i18n: I18n, name: string): string {
  return name ? i18n._(msg`Dear ${name},`) : i18n._(msg`Good day,`);
}

/** The shop's time zone, beside a time of day. */
export function zoneName(i18n: I18n, site: MailSite, moment: string): string {
  return site.time_zone.name === 'Europe/Paris' ? i18n._(msg`Paris time`) : utcOffset(site, moment);
}

export function frame(i18n: I18n, { brand, email, phone: number, look }: MailSite) {
  const phone = number.replace(/ /g, '\u00a0');
  return {
    brand,
    service: i18n._(msg`Questions? Reply to this letter, write to ${email} or call ${phone}.`),
    closing: filled(look.words, brand).signature || i18n._(msg`With kind regards`),
  };
}

/** Small print with a link. */
export interface NoteLink {
  text: string;
  link: string;
  url: string;
}

export interface ShortMailTexts {
  subject: string;
  /** Preheader. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  /** Heading of the panel. */
  box?: { title: string; rows: Row[]; note: string };
  /** Name/value pairs. */
  list?: { title: string; items: string[] };
  /** Text written by the customer, verbatim. */
  quote?: { title: string; text: string };
  /** Label of the button; empty without one. */
  link: string;
  url: string;
  /** Small print below the button: expiry, and what to do if the request was not yours. */
  notes: (string | NoteLink)[];
  service: string;
  closing: string;
  brand: string;
}

/** The first sentence as preview: German continues the salutation in lower case. */
export function previewOf(opening: string): string {
  return opening.charAt(0).toUpperCase() + opening.slice(1);
}
