/**
 * Texts of the account mails, for HTML and plain text. Data types: `customer/mail.rs`. The recipient may not be the one who
 * asked for the mail.
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as moments from '../domain/timestamp';
import { frame, greeting, previewOf, type ShortMailTexts, zoneName } from './frame';
import type { MailSite } from './render';

/** Data of `welcome`, `password_changed` and `deletion_done`. */
export interface NoticeData {
  /** Salutation name; the full name in Chinese. */
  first_name: string;
  url: string;
}

/** Data of `password_reset` and `password_first`. */
export interface PasswordLinkData extends NoticeData {
  /** RFC 3339. */
  expires_at: string;
  /** Number of the order that created the account; empty for a reset. */
  order_number: string;
}

/** Data of `passkey_added` and `passkey_removed`. */
export interface PasskeyData extends NoticeData {
  /** What the customer calls the key. */
  name: string;
}

export interface EmailChangedData extends NoticeData {
  /** Masked address: first character and domain. */
  new_email: string;
}

export interface DeletionAskedData extends NoticeData {
  /** RFC 3339. */
  due_at: string;
}

type Own = Pick<ShortMailTexts, 'subject' | 'preview' | 'paragraphs' | 'link' | 'notes'>;

function shortMail(i18n: I18n, site: MailSite, data: NoticeData, own: Own): ShortMailTexts {
  return { ...own, ...frame(i18n, site), url: data.url, greeting: greeting(i18n, data.first_name) };
}

function validity(i18n: I18n, site: MailSite, moment: string): string {
  const date = moments.timestampDate(site, moment);
  const time = moments.shopTime(site, moment);
  const zone = zoneName(i18n, site, moment);
  return i18n._(msg`The link works once, until ${date}, ${time} (${zone}).`);
}

export function welcome(i18n: I18n, site: MailSite, data: NoticeData): ShortMailTexts {
  const { brand } = site;
  const opening = i18n._(
    msg`Thank you for creating an account with us. Your orders, addresses and points are kept in one place from now on.`,
  );
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Welcome to ${brand}`),
    preview: previewOf(opening),
    paragraphs: [opening],
    link: i18n._(msg`Go to your account`),
    notes: [i18n._(msg`If you did not create this account, reply to this letter and we will delete it.`)],
  });
}

export function passwordReset(i18n: I18n, site: MailSite, data: PasswordLinkData): ShortMailTexts {
  const { brand } = site;
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Choose a new password`),
    preview: i18n._(msg`The link to a new password for your account at ${brand}.`),
    paragraphs: [
      i18n._(msg`A new password was asked for, for your account at ${brand}. The link below lets you choose one.`),
    ],
    link: i18n._(msg`Choose a new password`),
    notes: [
      validity(i18n, site, data.expires_at),
      i18n._(msg`If it was not you, there is nothing you need to do: your password stays as it is.`),
    ],
  });
}

export function passwordFirst(i18n: I18n, site: MailSite, data: PasswordLinkData): ShortMailTexts {
  const { brand } = site;
  const number = data.order_number;
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Choose a password for your account`),
    preview: i18n._(msg`Your account at ${brand} is ready; all that is missing is a password.`),
    paragraphs: [
      i18n._(
        msg`With your order ${number} you asked for an account at ${brand}. It is ready; all that is missing is a password.`,
      ),
    ],
    link: i18n._(msg`Choose your password`),
    notes: [
      validity(i18n, site, data.expires_at),
      i18n._(msg`Later, ‘Forgotten your password?’ on the login page sends you another.`),
      i18n._(
        msg`If you did not ask for an account, there is nothing you need to do: without a password nobody can log in.`,
      ),
    ],
  });
}

export function passwordChanged(i18n: I18n, site: MailSite, data: NoticeData): ShortMailTexts {
  const { brand } = site;
  const opening = i18n._(
    msg`The password of your account at ${brand} has been changed, and every device has been logged out.`,
  );
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Your password has been changed`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      i18n._(msg`If that was you, all is well. If not, choose a new password at once, and write to us.`),
    ],
    link: i18n._(msg`Choose a new password`),
    notes: [],
  });
}

export function passkeyAdded(i18n: I18n, site: MailSite, data: PasskeyData): ShortMailTexts {
  const { brand } = site;
  const { name } = data;
  const opening = i18n._(msg`The passkey ‘${name}’ has been added to your account at ${brand}: it now logs you in.`);
  return passkeyMail(i18n, site, data, i18n._(msg`A passkey has been added to your account`), opening);
}

export function passkeyRemoved(i18n: I18n, site: MailSite, data: PasskeyData): ShortMailTexts {
  const { brand } = site;
  const { name } = data;
  const opening = i18n._(msg`The passkey ‘${name}’ has been removed from your account at ${brand}.`);
  return passkeyMail(i18n, site, data, i18n._(msg`A passkey has been removed from your account`), opening);
}

function passkeyMail(i18n: I18n, site: MailSite, data: PasskeyData, subject: string, opening: string): ShortMailTexts {
  return shortMail(i18n, site, data, {
    subject,
    preview: previewOf(opening),
    paragraphs: [
      opening,
      i18n._(
        msg`If that was you, all is well. If not, choose a new password at once, look through the passkeys of your account, and write to us.`,
      ),
    ],
    link: i18n._(msg`Choose a new password`),
    notes: [],
  });
}

export function emailChanged(i18n: I18n, site: MailSite, data: EmailChangedData): ShortMailTexts {
  const { brand } = site;
  const address = data.new_email;
  const opening = i18n._(
    msg`Your account at ${brand} now has the email address ${address}. From now on we write to you there.`,
  );
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Your account has a new email address`),
    preview: previewOf(opening),
    paragraphs: [opening, i18n._(msg`If that was you, all is well. If not, please tell us at once.`)],
    link: i18n._(msg`Contact us`),
    notes: [],
  });
}

export function deletionAsked(i18n: I18n, site: MailSite, data: DeletionAskedData): ShortMailTexts {
  const { brand } = site;
  const date = moments.timestampDate(site, data.due_at);
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Your account will be deleted`),
    preview: i18n._(msg`You can change your mind until ${date}.`),
    paragraphs: [
      i18n._(
        msg`As you asked, we will delete your account at ${brand} on ${date}: your name, addresses, wishlist, messages and newsletter subscriptions. Invoices are kept for as long as the law requires.`,
      ),
      i18n._(msg`Until then you can log in and keep your account.`),
    ],
    link: i18n._(msg`Keep my account`),
    notes: [i18n._(msg`If it was not you who asked, log in, keep your account and change your password.`)],
  });
}

export function deletionDone(i18n: I18n, site: MailSite, data: NoticeData): ShortMailTexts {
  const { brand } = site;
  const opening = i18n._(msg`As you asked, your account at ${brand} has been deleted.`);
  return shortMail(i18n, site, data, {
    subject: i18n._(msg`Your account has been deleted`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      i18n._(
        msg`Invoices are kept for as long as the law requires; everything else about you is gone. This is our last letter to this address.`,
      ),
      i18n._(msg`You are welcome at any time, with or without an account.`),
    ],
    link: i18n._(msg`To the boutique`),
    notes: [],
  });
}
