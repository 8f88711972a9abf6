/** Every sentence and figure of the shorter letters, in the customer's language: one source for HTML and text. */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import * as format from '../domain/format';
import type { Row } from './orderWords';
import { payWords, withdrawUrl } from './orderWords';
import type { AnyLetter, Letters, MailSite } from './render';

export interface LetterWords {
  brand: string;
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  greeting: string;
  paragraphs: string[];
  /** A box with what is to be done or kept. */
  box: { title: string; rows: Row[]; note: string } | null;
  /** A list with a title. */
  items: { title: string; lines: string[] } | null;
  link: { label: string; url: string } | null;
  /** Links in small print. */
  small: { label: string; url: string }[];
  service: string;
  closing: string;
}

export function letterWords(
  i18n: I18n,
  site: MailSite,
  letter: Exclude<AnyLetter, { template: 'order_received' }>,
): LetterWords | null {
  const { brand, email } = site;
  const phone = site.phone.replace(/ /g, '\u00a0');
  const shared = {
    brand,
    box: null,
    items: null,
    small: [],
    service: i18n._(msg`Questions? Reply to this letter, write to ${email} or call ${phone}.`),
    closing: i18n._(msg`With kind regards from the lake`),
  };
  if (letter.template === 'withdrawal_receipt') return { ...shared, ...withdrawal(i18n, site, letter.data) };
  const { order, url } = letter.data;
  const firstName = order.shipping_address.first_name;
  const ofOrder = {
    ...shared,
    greeting: firstName ? i18n._(msg`Dear ${firstName},`) : i18n._(msg`Good day,`),
    link: { label: i18n._(msg`See your order`), url },
  };
  switch (letter.template) {
    case 'payment_received':
      return { ...ofOrder, ...paid(i18n, site, letter.data) };
    case 'payment_instructions':
      return { ...ofOrder, ...toPay(i18n, site, letter.data) };
    case 'order_shipped':
      return { ...ofOrder, ...shipped(i18n, site, letter.data) };
    case 'order_canceled':
      return { ...ofOrder, ...canceled(i18n, site, letter.data) };
    case 'order_refunded':
      return { ...ofOrder, ...refunded(i18n, site, letter.data) };
    default:
      return null;
  }
}

function paid(i18n: I18n, site: MailSite, { order }: Letters['payment_received']) {
  const number = order.order_number;
  const amount = format.money(site.lang, order.totals.total, order.totals.currency);
  const window = format.dateRange(site.lang, order.delivery.from, order.delivery.to);
  const subject = i18n._(msg`Your payment for order ${number} has arrived`);
  return {
    subject,
    preview: i18n._(msg`We are preparing your order.`),
    paragraphs: [
      i18n._(msg`Thank you. ${amount} for your order ${number} has reached us, and we are preparing it.`),
      i18n._(msg`When we took your order, we expected to deliver on ${window}; it may now be later by the days that the payment took. We write to you when it leaves us.`),
    ],
  };
}

function toPay(i18n: I18n, site: MailSite, { order }: Letters['payment_instructions']) {
  const number = order.order_number;
  const pay = order.instructions && payWords(i18n, site.lang, order.instructions);
  return {
    subject: i18n._(msg`How to pay for your order ${number}`),
    preview: pay?.hold ?? '',
    paragraphs: [
      i18n._(msg`You have chosen another way to pay for your order ${number}. Everything else stays as it was.`),
      ...(pay ? [pay.text] : []),
    ],
    box: pay ? { title: pay.title, rows: pay.steps, note: pay.hold } : null,
  };
}

function shipped(i18n: I18n, site: MailSite, { order, shipment, is_last }: Letters['order_shipped']) {
  const number = order.order_number;
  const carrier = shipment.carrier_label;
  const { tracking, tracking_url } = shipment;
  const rows: Row[] = [{ name: i18n._(msg`Carrier`), value: carrier }];
  if (tracking) rows.push({ name: i18n._(msg`Tracking number`), value: tracking });
  return {
    subject: is_last
      ? i18n._(msg`Your order ${number} is on its way`)
      : i18n._(msg`Part of your order ${number} is on its way`),
    preview: tracking ? `${carrier} ${tracking}` : carrier,
    paragraphs: [
      is_last
        ? i18n._(msg`Your order ${number} has left our house.`)
        : i18n._(msg`A first parcel of your order ${number} has left our house; the rest follows as soon as it is ready.`),
    ],
    box: { title: i18n._(msg`Your parcel`), rows, note: '' },
    items: {
      title: i18n._(msg`In this parcel`),
      lines: shipment.items.map((item) => `${item.qty} × ${item.name}`),
    },
    small: [
      ...(tracking_url ? [{ label: i18n._(msg`Follow your parcel`), url: tracking_url }] : []),
      { label: i18n._(msg`Withdraw from contract here`), url: withdrawUrl(site, order.token) },
    ],
  };
}

function canceled(i18n: I18n, site: MailSite, { order, reason, refund }: Letters['order_canceled']) {
  const number = order.order_number;
  const amount = refund ? format.money(site.lang, refund, order.totals.currency) : '';
  const why =
    reason === 'unpaid'
      ? i18n._(msg`No payment for your order ${number} arrived while we held the goods, so the order is cancelled. You owe nothing.`)
      : reason === 'customer'
        ? i18n._(msg`As you wished, your order ${number} is cancelled.`)
        : i18n._(msg`We had to cancel your order ${number}, and we are sorry. If you have not heard from us about it yet, please ask us why.`);
  return {
    subject: i18n._(msg`Your order ${number} is cancelled`),
    preview: why,
    paragraphs: [
      why,
      refund
        ? i18n._(msg`We refund ${amount} by the way you paid. A letter follows when it is done.`)
        : i18n._(msg`If a payment of yours is still on its way, we send it back as soon as it arrives.`),
    ],
  };
}

function refunded(i18n: I18n, site: MailSite, { order, amount, currency, method }: Letters['order_refunded']) {
  const number = order.order_number;
  const sum = format.money(site.lang, amount, currency);
  const byCard = method === 'card' || method === 'wechat';
  return {
    subject: i18n._(msg`Refund for your order ${number}`),
    preview: sum,
    paragraphs: [
      byCard
        ? i18n._(msg`We have refunded ${sum} for your order ${number} by the way you paid. Depending on your bank, it shows within five to ten days.`)
        : i18n._(msg`We have transferred ${sum} to you for your order ${number}. It reaches your account within two working days.`),
    ],
  };
}

function withdrawal(i18n: I18n, site: MailSite, { withdrawal: made }: Letters['withdrawal_receipt']) {
  const { lang } = site;
  const receipt = made.number ?? '';
  const moment = made.received_at ?? '';
  const day = moment ? format.momentDate(lang, moment) : '';
  const time = moment ? format.momentTime(lang, moment) : '';
  const { name, order_number } = made;
  const rows: Row[] = [
    { name: i18n._(msg`Receipt`), value: receipt },
    { name: i18n._(msg`Received`), value: i18n._(msg`${day}, ${time} (Paris time)`) },
    { name: i18n._(msg`Order number`), value: order_number },
    { name: i18n._(msg`Name`), value: name },
    { name: i18n._(msg`Email`), value: made.email },
  ];
  if (made.message) rows.push({ name: i18n._(msg`Message`), value: made.message });
  return {
    subject: i18n._(msg`We have received your withdrawal ${receipt}`),
    preview: i18n._(msg`${day}, ${time} (Paris time)`),
    greeting: name ? i18n._(msg`Dear ${name},`) : i18n._(msg`Good day,`),
    paragraphs: [
      i18n._(msg`Your withdrawal from the contract reached us on ${day} at ${time} (Paris time). Please keep this letter: it is your receipt.`),
      made.is_known
        ? i18n._(msg`We write to you about the return within one working day. What you paid is refunded within fourteen days, once the goods are back or you show that you have sent them.`)
        : i18n._(msg`We could not match the order number and this address. Your withdrawal counts all the same; we look your order up by hand and write to you within one working day.`),
    ],
    box: { title: i18n._(msg`What you declared`), rows, note: '' },
    items: {
      title: i18n._(msg`You withdraw from`),
      lines:
        made.items.length > 0
          ? made.items.map((item) => `${item.qty} × ${item.name || item.sku}`)
          : [i18n._(msg`The whole order`)],
    },
    link: null,
  };
}
