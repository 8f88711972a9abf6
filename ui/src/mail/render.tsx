/**
 * Renders mails with the engine and catalogues of the pages. Mail clients support no style sheets: only here styles are
 * inline and layout uses tables.
 */

import type { I18n } from '@lingui/core';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { HouseWords, InvoiceLink, PaymentResult, Site, SiteLook } from '../api/types';
import * as customerTexts from './customerTexts';
import type { ShortMailTexts } from './frame';
import { Layout } from './Layout';
import { OrderReceived, orderText } from './OrderReceived';
import * as orders from './orderMails';
import { addedTexts, orderTexts } from './orderTexts';
import { ShortMail, shortMailText } from './ShortMail';
import * as service from './serviceTexts';
import { MailStyle, mailStyle } from './style';

/** Facts about the shop. */
export interface MailSite
  extends Pick<Site, 'brand' | 'lang' | 'phone' | 'email' | 'public_url' | 'company' | 'time_zone'> {
  look: {
    typeface: SiteLook['typeface'];
    /** As a PNG, which every client shows. */
    logo: { url: string; width: number; height: number } | null;
    shades: Shades;
    words: HouseWords;
  };
}

/** Colours as `#rrggbb`, by the names of the design tokens. */
export type Shades = Record<
  | 'background'
  | 'surface'
  | 'surface_strong'
  | 'text'
  | 'text_secondary'
  | 'text_tertiary'
  | 'primary'
  | 'primary_strong'
  | 'accent'
  | 'accent_soft'
  | 'border'
  | 'border_subtle',
  string
>;

export interface OrderData {
  order: PaymentResult;
  /** Path of the order's page with this mail's own token. */
  url: string;
  /** Attached documents. */
  attached?: Attached[];
}

export type Attached = Pick<InvoiceLink, 'number' | 'kind'>;

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

/** Short mails by template name. */
const SHORT_MAILS = {
  welcome: customerTexts.welcome,
  password_reset: customerTexts.passwordReset,
  password_first: customerTexts.passwordFirst,
  password_changed: customerTexts.passwordChanged,
  passkey_added: customerTexts.passkeyAdded,
  passkey_removed: customerTexts.passkeyRemoved,
  email_changed: customerTexts.emailChanged,
  deletion_asked: customerTexts.deletionAsked,
  deletion_done: customerTexts.deletionDone,
  newsletter_confirm: service.newsletterConfirm,
  newsletter_welcome: service.newsletterWelcome,
  newsletter_unsubscribing: service.newsletterUnsubscribing,
  newsletter_unsubscribed: service.newsletterUnsubscribed,
  form_link: service.formLink,
  contact_received: service.contactReceived,
  message_reply: service.messageReply,
  order_confirm: orders.orderConfirm,
  payment_received: orders.paymentReceived,
  payment_instructions: orders.paymentInstructions,
  order_shipped: orders.orderShipped,
  order_canceled: orders.orderCanceled,
  order_ready: orders.orderReady,
  return_received: orders.returnReceived,
  order_refunded: orders.orderRefunded,
  order_changed: orders.orderChanged,
  order_link: orders.orderLink,
  withdrawal_receipt: orders.withdrawalReceipt,
};
export type ShortMailTemplate = keyof typeof SHORT_MAILS;
type ShortMailData = Parameters<(typeof SHORT_MAILS)[ShortMailTemplate]>[2];

/** Letters that say all that an order says. */
const ORDER_MAILS = { order_received: orderTexts, order_added: addedTexts };

export type MailTemplate = keyof typeof ORDER_MAILS | ShortMailTemplate;

interface Frame {
  subject: string;
  preview: string;
  service: string;
}

function mail(site: MailSite, words: Frame, body: ReactNode, text: string): Mail {
  const html = renderToString(
    <MailStyle.Provider value={mailStyle(site)}>
      <Layout site={site} preview={words.preview} service={words.service}>
        {body}
      </Layout>
    </MailStyle.Provider>,
  );
  if (!html) throw new Error('rendered nothing');
  return { subject: words.subject, html: `<!doctype html>${html}`, text };
}

/** The type of `data` depends on the template. */
export function renderMail(template: MailTemplate, i18n: I18n, site: MailSite, data: unknown): Mail {
  if (template === 'order_received' || template === 'order_added') {
    const words = ORDER_MAILS[template](i18n, site, data as OrderData);
    return mail(site, words, <OrderReceived words={words} />, orderText(words, site));
  }
  const write = Object.hasOwn(SHORT_MAILS, template) ? SHORT_MAILS[template] : undefined;
  if (!write) throw new Error(`no such mail: ${template}`);
  const words = (write as (i18n: I18n, site: MailSite, data: ShortMailData) => ShortMailTexts)(
    i18n,
    site,
    data as ShortMailData,
  );
  return mail(site, words, <ShortMail words={words} />, shortMailText(words, site));
}
