/**
 * Mails, rendered by the engine that renders pages and translated by the same catalogues. A mail program has no style sheet:
 * here, and only here, styles stand in the elements, and tables make the layout.
 */

import type { I18n } from '@lingui/core';
import { renderToString } from 'preact-render-to-string';
import type { PaymentResult, Site } from '../api/types';
import { Layout } from './Layout';
import { OrderReceived, orderText } from './OrderReceived';
import { orderWords } from './orderWords';

export type MailTemplate = 'order_received';

/** What a mail is told about the shop. */
export type MailSite = Pick<Site, 'brand' | 'lang' | 'phone' | 'email' | 'public_url' | 'company'>;

export interface MailData {
  order: PaymentResult;
  /** The order's page, by its token. */
  url: string;
}

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

export function renderMail(template: MailTemplate, i18n: I18n, site: MailSite, data: MailData): Mail {
  if (template !== 'order_received') throw new Error(`no such mail: ${template}`);
  const words = orderWords(i18n, site, data);
  const body = renderToString(
    <Layout site={site} preview={words.preview} service={words.service}>
      <OrderReceived words={words} />
    </Layout>,
  );
  if (!body) throw new Error('rendered nothing');
  return { subject: words.subject, html: `<!doctype html>${body}`, text: orderText(words, site) };
}
