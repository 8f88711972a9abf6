/**
 * Mails, rendered by the engine that renders pages and translated by the same catalogues. A mail program has no style sheet:
 * here, and only here, styles stand in the elements, and tables make the layout.
 */

import type { I18n } from '@lingui/core';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Amount, Currency, PaymentResult, Shipment, Site, WithdrawalView } from '../api/types';
import { Layout } from './Layout';
import { Letter, letterText } from './Letter';
import { letterWords } from './letterWords';
import { OrderReceived, orderText } from './OrderReceived';
import { orderWords } from './orderWords';

/** What a mail is told about the shop. */
export type MailSite = Pick<Site, 'brand' | 'lang' | 'phone' | 'email' | 'public_url' | 'company'>;

/** What every letter about an order holds. */
export interface MailData {
  order: PaymentResult;
  /** The order's page, by this letter's own key. */
  url: string;
}

/** The letters, with what each is given: the server's `payment::letters` and `withdrawal` write them. */
export interface Letters {
  /** Confirms an order: at once by transfer or cheque, with the money by card. */
  order_received: MailData;
  /** Money has arrived for an order that was confirmed before. */
  payment_received: MailData;
  /** The way to pay has changed to a transfer or a cheque. */
  payment_instructions: MailData;
  /** A parcel has left; `is_last`: nothing more follows. */
  order_shipped: MailData & { shipment: Shipment; is_last: boolean };
  /** `reason`: `unpaid`, `customer`, or whatever an operator wrote; `refund`: what goes back, null when nothing had come. */
  order_canceled: MailData & { reason: string; refund: Amount | null };
  /** Money is on its way back through `method`. */
  order_refunded: MailData & { amount: Amount; currency: Currency; reason: string; method: string };
  /** What the customer declared, and when it reached us (Directive 2011/83/EU art. 11a). */
  withdrawal_receipt: { withdrawal: WithdrawalView };
}

export type MailTemplate = keyof Letters;

/** One of the letters with its data. */
export type AnyLetter = { [T in MailTemplate]: { template: T; data: Letters[T] } }[MailTemplate];

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

export function renderMail(letter: AnyLetter, i18n: I18n, site: MailSite): Mail {
  if (letter.template === 'order_received') {
    const words = orderWords(i18n, site, letter.data);
    return written(site, words, <OrderReceived words={words} />, orderText(words, site));
  }
  const words = letterWords(i18n, site, letter);
  if (!words) throw new Error('no such mail');
  return written(site, words, <Letter words={words} />, letterText(words, site));
}

function written(
  site: MailSite,
  words: { subject: string; preview: string; service: string },
  body: ComponentChildren,
  text: string,
): Mail {
  const html = renderToString(
    <Layout site={site} preview={words.preview} service={words.service}>
      {body}
    </Layout>,
  );
  if (!html) throw new Error('rendered nothing');
  return { subject: words.subject, html: `<!doctype html>${html}`, text };
}
