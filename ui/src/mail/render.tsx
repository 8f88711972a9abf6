/**
 * Mails, rendered by the engine that renders pages and translated by the same catalogues. A mail program has no style sheet:
 * here, and only here, styles stand in the elements, and tables make the layout.
 */

import type { I18n } from '@lingui/core';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { PaymentResult, Site } from '../api/types';
import { Layout } from './Layout';
import { Note, type NoteWords, noteText } from './Note';
import { OrderReceived, orderText } from './OrderReceived';
import { orderWords } from './orderWords';
import * as service from './serviceWords';

/** What a mail is told about the shop. */
export type MailSite = Pick<Site, 'brand' | 'lang' | 'phone' | 'email' | 'public_url' | 'company'>;

export interface OrderData {
  order: PaymentResult;
  /** The order's page, by its token. */
  url: string;
}

/** What each mail is told. */
export interface MailData {
  order_received: OrderData;
  newsletter_confirm: service.ConfirmData;
  newsletter_welcome: service.WelcomeData;
  newsletter_unsubscribing: service.EndData;
  newsletter_unsubscribed: service.EndData;
  contact_received: service.ContactData;
}
export type MailTemplate = keyof MailData;

export interface Mail {
  subject: string;
  html: string;
  text: string;
}

/** A mail before it is put on paper. */
interface Draft {
  subject: string;
  preview: string;
  service: string;
  body: VNode;
  text: string;
}

type Drafter<D> = (i18n: I18n, site: MailSite, data: D) => Draft;

/** A short mail from its words. */
function note<D>(words: (i18n: I18n, site: MailSite, data: D) => NoteWords): Drafter<D> {
  return (i18n, site, data) => {
    const said = words(i18n, site, data);
    return { ...said, body: <Note words={said} />, text: noteText(said, site) };
  };
}

const drafters: { [T in MailTemplate]: Drafter<MailData[T]> } = {
  order_received: (i18n, site, data) => {
    const words = orderWords(i18n, site, data);
    return { ...words, body: <OrderReceived words={words} />, text: orderText(words, site) };
  },
  newsletter_confirm: note(service.confirmWords),
  newsletter_welcome: note(service.welcomeWords),
  newsletter_unsubscribing: note(service.unsubscribingWords),
  newsletter_unsubscribed: note(service.unsubscribedWords),
  contact_received: note(service.contactWords),
};

export function renderMail<T extends MailTemplate>(template: T, i18n: I18n, site: MailSite, data: MailData[T]): Mail {
  const drafter = drafters[template];
  if (!drafter) throw new Error(`no such mail: ${template}`);
  const draft = drafter(i18n, site, data);
  const body = renderToString(
    <Layout site={site} preview={draft.preview} service={draft.service}>
      {draft.body}
    </Layout>,
  );
  if (!body) throw new Error('rendered nothing');
  return { subject: draft.subject, html: `<!doctype html>${body}`, text: draft.text };
}
