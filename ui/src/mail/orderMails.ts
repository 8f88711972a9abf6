/**
 * Texts of the mails that follow an order, for HTML and plain text. Data types: the server's order and withdrawal slices.
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Amount, Currency, Shipment, WithdrawalView } from '../api/types';
import * as format from '../domain/format';
import { isZero } from '../domain/money';
import * as moments from '../domain/timestamp';
import { frame, greeting, previewOf, type ShortMailTexts, zoneName } from './frame';
import type { Row } from './orderTexts';
import { attachmentTexts, openTexts, orderGreeting, pageOf, paymentTexts, withdrawUrl } from './orderTexts';
import type { MailSite, OrderData } from './render';

/** Data of `order_shipped`; `is_last`: nothing is left to ship. */
export interface ShippedData extends OrderData {
  shipment: Shipment;
  is_last: boolean;
}

/** `reason`: `unpaid`, `customer`, or an operator's text; `refund`: null when nothing was paid. */
export interface CanceledData extends OrderData {
  reason: string;
  refund: Amount | null;
}

/** A return as its customer is told of it. */
interface ReturnedGoods {
  /** E.g. `2026-000123-R1`. */
  number: string;
  items: { name: string; qty: number; deduction: Amount; deduction_reason: string }[];
  /** What was announced and has not come with it; absent of letters from before it was told. */
  missing?: { name: string; qty: number }[];
  /** Whether that is still expected. */
  is_rest_expected?: boolean;
  /** RFC 3339: until when the law wants the money of a withdrawal to be back; null without one. */
  refund_by: string | null;
  /** The money has gone back on proof that the goods were sent. */
  is_refunded: boolean;
}

/** Data of `return_received`. */
export interface ReturnReceivedData extends OrderData {
  back: ReturnedGoods;
}

/** Data of `order_refunded`, through `method`; `back`: for goods that came back, null for other reasons. */
export interface RefundedData extends OrderData {
  amount: Amount;
  currency: Currency;
  reason: string;
  method: string;
  back?: ReturnedGoods | null;
}

/** Data of `order_changed`: the house has changed the order, as agreed by telephone. */
export interface ChangedData extends OrderData {
  change: {
    kind: 'addresses' | 'lines' | 'carrier';
    /** Pieces that were taken out. */
    items: { name: string; qty: number }[];
    total_before: Amount;
    total: Amount;
    /** What goes back; zero where nothing does. */
    refund: Amount;
  };
}

/** Acknowledgement of a withdrawal, with the time of receipt (Directive 2011/83/EU art. 11a). */
export interface WithdrawalData {
  withdrawal: WithdrawalView;
  /** Texts of the statement are left out: the address is not proved. */
  is_abridged: boolean;
}

/** A new link to an order, for a customer whose links have ended. */
export interface OrderLinkData {
  order_number: string;
  url: string;
  /** RFC 3339. */
  expires_at: string;
}

type Own = Pick<ShortMailTexts, 'subject' | 'preview' | 'paragraphs' | 'list' | 'box'> & Partial<ShortMailTexts>;

function ofOrder(i18n: I18n, site: MailSite, data: OrderData, own: Own): ShortMailTexts {
  return {
    greeting: orderGreeting(i18n, data),
    link: i18n._(msg`See your order`),
    url: pageOf(site, data),
    notes: [],
    ...frame(i18n, site),
    ...own,
    paragraphs: [...own.paragraphs, ...attachmentTexts(i18n, data)],
  };
}

export function orderLink(i18n: I18n, site: MailSite, data: OrderLinkData): ShortMailTexts {
  const number = data.order_number;
  const date = moments.timestampDate(site, data.expires_at);
  const opening = i18n._(
    msg`A new link to your order ${number} was asked for. It leads to the order, its invoice and the withdrawal from the contract.`,
  );
  return {
    ...frame(i18n, site),
    subject: i18n._(msg`The link to your order ${number}`),
    preview: previewOf(opening),
    greeting: greeting(i18n, ''),
    paragraphs: [opening],
    link: i18n._(msg`See your order`),
    url: site.public_url + data.url,
    notes: [
      i18n._(msg`The link works until ${date}.`),
      i18n._(msg`If it was not you, there is nothing you need to do: the link has gone to your address alone.`),
    ],
  };
}

/** Asks for the confirmation of an order that waits for it. */
export function orderConfirm(i18n: I18n, site: MailSite, data: OrderData): ShortMailTexts {
  const number = data.order.order_number;
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Please confirm your order ${number}`),
    preview: i18n._(msg`With your confirmation we set the goods aside for you.`),
    paragraphs: [
      i18n._(
        msg`Thank you for your order ${number}. Please confirm it, so that we know this address is yours. Then we set the goods aside for you and tell you how to pay.`,
      ),
      i18n._(
        msg`Until then nothing is reserved. Without a confirmation the order ends by itself, and you owe nothing. If you did not order, you need not do anything.`,
      ),
    ],
    link: i18n._(msg`Confirm my order`),
  });
}

export function paymentReceived(i18n: I18n, site: MailSite, data: OrderData): ShortMailTexts {
  const { order } = data;
  const number = order.order_number;
  const amount = format.money(site.lang, order.totals.total, order.totals.currency);
  const window = format.dateRange(site.lang, order.delivery.from, order.delivery.to);
  const subject = i18n._(msg`Your payment for order ${number} has arrived`);
  const carrier = order.added_to?.carrier ?? '';
  const first = order.added_to?.order_number ?? '';
  if (carrier) {
    const text = i18n._(
      msg`Thank you. ${amount} for the surcharge ${number} has reached us: your order ${first} now travels by ${carrier}.`,
    );
    return ofOrder(i18n, site, data, { subject, preview: previewOf(text), paragraphs: [text] });
  }
  return ofOrder(i18n, site, data, {
    subject,
    preview: i18n._(msg`We are preparing your order.`),
    paragraphs: [
      i18n._(msg`Thank you. ${amount} for your order ${number} has reached us, and we are preparing it.`),
      order.collection
        ? i18n._(msg`We write to you as soon as it is ready for collection.`)
        : i18n._(
            msg`When we took your order, we expected to deliver on ${window}; it may now be later by the days that the payment took. We write to you when it leaves us.`,
          ),
    ],
  });
}

export function paymentInstructions(i18n: I18n, site: MailSite, data: OrderData): ShortMailTexts {
  const { order } = data;
  const number = order.order_number;
  const pay = order.instructions && paymentTexts(i18n, site, order.instructions, order.collection !== null);
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`How to pay for your order ${number}`),
    preview: pay?.hold ?? '',
    paragraphs: [
      i18n._(msg`You have chosen another way to pay for your order ${number}. Everything else stays as it was.`),
      ...(pay ? [pay.text] : []),
    ],
    ...(pay && { box: { title: pay.title, rows: pay.steps, note: pay.hold } }),
  });
}

/** It lies ready at the house. */
export function orderReady(i18n: I18n, site: MailSite, data: OrderData): ShortMailTexts {
  const { order } = data;
  const number = order.order_number;
  const amount = format.money(site.lang, order.totals.total, order.totals.currency);
  const until = order.hold_until ? moments.timestampDate(site, order.hold_until) : '';
  const opening = i18n._(msg`Your order ${number} is ready for you.`);
  const rows: Row[] = [{ name: i18n._(msg`Collection at`), value: order.shipping_lines.join('\n') }];
  if (order.collection) rows.push({ name: i18n._(msg`Open`), value: openTexts(i18n, site, order.collection) });
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Your order ${number} is ready for collection`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      ...(order.status.startsWith('pending')
        ? [
            i18n._(
              msg`Please pay ${amount} when you collect it, or before that on the page of your order. We hold the goods until ${until}; without your payment the order ends by itself, and nothing is owed.`,
            ),
          ]
        : []),
    ],
    box: {
      title: i18n._(msg`Collection`),
      rows,
      note: i18n._(
        msg`Please bring the number of your order and an identity document; somebody else may collect it with this letter.`,
      ),
    },
    list: {
      title: i18n._(msg`Your order`),
      items: order.items.filter(({ qty }) => qty > 0).map((item) => `${item.qty} × ${item.name}`),
    },
    notes: [
      // Statutory wording of the withdrawal function (experience.md §3).
      { text: '', link: i18n._(msg`Withdraw from contract here`), url: withdrawUrl(site, order.token) },
    ],
  });
}

export function orderShipped(i18n: I18n, site: MailSite, data: ShippedData): ShortMailTexts {
  const { order, shipment, is_last } = data;
  const number = order.order_number;
  const carrier = shipment.carrier_label;
  const { tracking, tracking_url } = shipment;
  const rows: Row[] = [{ name: i18n._(msg`Carrier`), value: carrier }];
  if (tracking) rows.push({ name: i18n._(msg`Tracking number`), value: tracking });
  return ofOrder(i18n, site, data, {
    subject: is_last
      ? i18n._(msg`Your order ${number} is on its way`)
      : i18n._(msg`Part of your order ${number} is on its way`),
    preview: tracking ? `${carrier} ${tracking}` : carrier,
    paragraphs: [
      is_last
        ? i18n._(msg`Your order ${number} has left our house.`)
        : i18n._(msg`A parcel of your order ${number} has left our house; the rest follows as soon as it is ready.`),
    ],
    box: { title: i18n._(msg`Your parcel`), rows, note: '' },
    list: {
      title: i18n._(msg`In this parcel`),
      items: shipment.items.map((item) => `${item.qty} × ${item.name}`),
    },
    notes: [
      ...(tracking_url ? [{ text: '', link: i18n._(msg`Follow your parcel`), url: tracking_url }] : []),
      // Statutory wording of the withdrawal function (experience.md §3).
      { text: '', link: i18n._(msg`Withdraw from contract here`), url: withdrawUrl(site, order.token) },
    ],
  });
}

export function orderCanceled(i18n: I18n, site: MailSite, data: CanceledData): ShortMailTexts {
  const { order, reason, refund } = data;
  const number = order.order_number;
  const amount = refund ? format.money(site.lang, refund, order.totals.currency) : '';
  const others = format.list(site.lang, order.additions);
  const carrier = order.added_to?.carrier ?? '';
  const first = order.added_to?.order_number ?? '';
  const surchargeEnds = () =>
    reason === 'unpaid'
      ? i18n._(
          msg`The surcharge ${number} was not paid in time, so your order ${first} travels as before. You owe nothing.`,
        )
      : i18n._(msg`The surcharge ${number} for ${carrier} is cancelled.`);
  const why = carrier
    ? surchargeEnds()
    : reason === 'unpaid'
      ? i18n._(
          msg`No payment for your order ${number} arrived while we held the goods, so the order is cancelled. You owe nothing.`,
        )
      : reason === 'customer'
        ? i18n._(msg`As you wished, your order ${number} is cancelled.`)
        : i18n._(
            msg`We had to cancel your order ${number}, and we are sorry. If you have not heard from us about it yet, please ask us why.`,
          );
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Your order ${number} is cancelled`),
    preview: previewOf(why),
    paragraphs: [
      why,
      refund
        ? i18n._(msg`We refund ${amount} by the way you paid. A letter follows when it is done.`)
        : i18n._(msg`If a payment of yours is still on its way, we send it back as soon as it arrives.`),
      ...(others ? [i18n._(msg`What belongs to it stays as it is, with its own number: ${others}.`)] : []),
    ],
  });
}

export function returnReceived(i18n: I18n, site: MailSite, data: ReturnReceivedData): ShortMailTexts {
  const { order, back } = data;
  const number = order.order_number;
  const date = back.refund_by && moments.timestampDate(site, back.refund_by);
  const missing = (back.missing ?? []).map((item) => `${item.qty} × ${item.name}`).join(', ');
  const opening = missing
    ? i18n._(msg`Part of your return from order ${number} has arrived.`)
    : i18n._(msg`What you have sent back from your order ${number} has arrived.`);
  const next = back.is_refunded
    ? missing
      ? i18n._(msg`Your money has gone back already.`)
      : i18n._(msg`Your money has gone back already; there is nothing left for you to do.`)
    : date
      ? i18n._(
          msg`We look at the goods now and refund you by ${date} at the latest, by the way you paid. A letter follows when it is done.`,
        )
      : i18n._(msg`We look at the goods now and refund you by the way you paid. A letter follows when it is done.`);
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Your return from order ${number} has arrived`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      ...(missing ? [i18n._(msg`Announced, and not in this parcel: ${missing}.`)] : []),
      ...(missing && back.is_rest_expected
        ? [i18n._(msg`We expect the rest in another parcel, and write to you when it is here.`)]
        : []),
      next,
    ],
    list: {
      title: i18n._(msg`What has come back`),
      items: back.items.map((item) => `${item.qty} × ${item.name}`),
    },
  });
}

/** What was held back because goods had lost value, a line each. */
function deductions(i18n: I18n, site: MailSite, { back, currency }: RefundedData): Pick<ShortMailTexts, 'list'> {
  const reduced = back?.items.filter(({ deduction }) => !isZero(deduction)) ?? [];
  if (reduced.length === 0) return {};
  return {
    list: {
      title: i18n._(msg`Deducted, because the goods have lost value`),
      items: reduced.map(
        (item) => `${item.name}: ${format.money(site.lang, item.deduction, currency)} · ${item.deduction_reason}`,
      ),
    },
  };
}

export function orderRefunded(i18n: I18n, site: MailSite, data: RefundedData): ShortMailTexts {
  const { order, amount, currency, method } = data;
  const number = order.order_number;
  const sum = format.money(site.lang, amount, currency);
  const byCard = method === 'card' || method === 'wechat';
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Refund for your order ${number}`),
    preview: sum,
    ...deductions(i18n, site, data),
    paragraphs: [
      byCard
        ? i18n._(
            msg`We have refunded ${sum} for your order ${number} by the way you paid. Depending on your bank, it shows within five to ten days.`,
          )
        : i18n._(
            msg`We have transferred ${sum} to you for your order ${number}. It reaches your account within two working days.`,
          ),
    ],
  });
}

export function orderChanged(i18n: I18n, site: MailSite, data: ChangedData): ShortMailTexts {
  const write = { addresses: addressesChanged, carrier: carrierChanged, lines: linesChanged }[data.change.kind];
  return write(i18n, site, data);
}

/** Delivery by another carrier, in other days. */
function carrierChanged(i18n: I18n, site: MailSite, data: ChangedData): ShortMailTexts {
  const { order, change } = data;
  const { lang } = site;
  const number = order.order_number;
  const carrier = order.shipping_method_label;
  const window = format.dateRange(lang, order.delivery.from, order.delivery.to);
  const opening = i18n._(msg`Your order ${number} now travels with another carrier: ${carrier}, expected ${window}.`);
  const isCheaper = change.total !== change.total_before;
  const pay = isCheaper && order.instructions && paymentTexts(i18n, site, order.instructions, false);
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Another carrier for your order ${number}`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      ...(isCheaper ? newTotal(i18n, site, data, pay || null) : [i18n._(msg`Nothing else has changed.`)]),
    ],
    ...(pay && { box: { title: pay.title, rows: pay.steps, note: pay.hold } }),
  });
}

/** What an order comes to that costs less now, and how the difference reaches the customer. */
function newTotal(i18n: I18n, site: MailSite, { order, change }: ChangedData, pay: { text: string } | null): string[] {
  const money = (amount: Amount) => format.money(site.lang, amount, order.totals.currency);
  const [before, total, amount] = [money(change.total_before), money(change.total), money(change.refund)];
  const comesTo = i18n._(msg`Instead of ${before} it now comes to ${total}.`);
  return [comesTo, ...howDifferenceGoes(i18n, order, change, amount, pay)];
}

function howDifferenceGoes(
  i18n: I18n,
  order: ChangedData['order'],
  change: ChangedData['change'],
  amount: string,
  pay: { text: string } | null,
): string[] {
  if (!isZero(change.refund)) {
    return [i18n._(msg`We refund ${amount} by the way you paid. A letter follows when it is done.`)];
  }
  if (pay) return [pay.text];
  return order.status === 'pending' ? [i18n._(msg`You can pay the new amount on the page of your order.`)] : [];
}

function addressesChanged(i18n: I18n, site: MailSite, data: ChangedData): ShortMailTexts {
  const { order } = data;
  const number = order.order_number;
  const opening = i18n._(
    msg`As agreed, we have changed the addresses of your order ${number}. Nothing else has changed.`,
  );
  const rows: Row[] = [
    { name: i18n._(msg`Delivery address`), value: order.shipping_lines.join('\n') },
    { name: i18n._(msg`Billing address`), value: order.billing_lines.join('\n') },
  ];
  if (order.shipping_address.telephone) {
    rows.push({ name: i18n._(msg`Phone`), value: order.shipping_address.telephone });
  }
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`The addresses of your order ${number}`),
    preview: previewOf(opening),
    paragraphs: [
      opening,
      i18n._(msg`If you have not asked for this, please tell us at once: your order has not left yet.`),
    ],
    box: { title: i18n._(msg`Your order`), rows, note: '' },
  });
}

function linesChanged(i18n: I18n, site: MailSite, data: ChangedData): ShortMailTexts {
  const { order, change } = data;
  const { lang } = site;
  const number = order.order_number;
  const money = (amount: Amount) => format.money(lang, amount, order.totals.currency);
  const total = money(change.total);
  const before = money(change.total_before);
  const amount = money(change.refund);
  const opening = i18n._(
    msg`As agreed, we have changed your order ${number}. Instead of ${before} it now comes to ${total}.`,
  );
  const pay = order.instructions && paymentTexts(i18n, site, order.instructions, order.collection !== null);
  const paragraphs = [opening, ...howDifferenceGoes(i18n, order, change, amount, pay)];
  return ofOrder(i18n, site, data, {
    subject: i18n._(msg`Your order ${number} has been changed`),
    preview: previewOf(opening),
    paragraphs,
    ...(pay && { box: { title: pay.title, rows: pay.steps, note: pay.hold } }),
    list: {
      title: i18n._(msg`No longer part of your order`),
      items: change.items.map((item) => `${item.qty} × ${item.name}`),
    },
  });
}

export function withdrawalReceipt(
  i18n: I18n,
  site: MailSite,
  { withdrawal: made, is_abridged }: WithdrawalData,
): ShortMailTexts {
  const receipt = made.number ?? '';
  const moment = made.received_at ?? '';
  const day = moment ? moments.timestampDate(site, moment) : '';
  const time = moment ? moments.shopTime(site, moment) : '';
  const zone = moment ? zoneName(i18n, site, moment) : '';
  const { name, order_number } = made;
  const rows: Row[] = [
    { name: i18n._(msg`Receipt`), value: receipt },
    { name: i18n._(msg`Received`), value: i18n._(msg`${day}, ${time} (${zone})`) },
  ];
  if (order_number) rows.push({ name: i18n._(msg`Order number`), value: order_number });
  if (name) rows.push({ name: i18n._(msg`Name`), value: name });
  rows.push({ name: i18n._(msg`Email`), value: made.email });
  const whole = made.message ? msg`The whole order, or the items you name below` : msg`The whole order`;
  const unnamed = is_abridged
    ? msg`What your statement names. We keep it, as you wrote it, under this receipt.`
    : whole;
  if (made.message) rows.push({ name: i18n._(msg`Message`), value: made.message });
  return {
    ...frame(i18n, site),
    subject: i18n._(msg`We have received your withdrawal ${receipt}`),
    preview: i18n._(msg`${day}, ${time} (${zone})`),
    greeting: greeting(i18n, name),
    paragraphs: [
      i18n._(
        msg`Your withdrawal from the contract reached us on ${day} at ${time} (${zone}). Please keep this letter: it is your receipt.`,
      ),
      made.is_known
        ? i18n._(
            msg`We write to you about the return within one working day. What you paid is refunded within fourteen days, once the goods are back or you show that you have sent them.`,
          )
        : i18n._(
            msg`We could not match the order number and this address. Your withdrawal counts all the same; we look your order up by hand and write to you within one working day.`,
          ),
    ],
    box: { title: i18n._(msg`What you declared`), rows, note: '' },
    list: {
      title: i18n._(msg`You withdraw from`),
      items:
        made.items.length > 0 ? made.items.map((item) => `${item.qty} × ${item.name || item.sku}`) : [i18n._(unnamed)],
    },
    link: '',
    url: '',
    notes: [],
  };
}
