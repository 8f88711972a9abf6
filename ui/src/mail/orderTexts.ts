/** Texts of the order confirmation, for HTML and plain text. */

import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Instructions, OrderCollection } from '../api/types';
import * as format from '../domain/format';
import { isZero } from '../domain/money';
import { salutation } from '../domain/personName';
import * as moments from '../domain/timestamp';
import { urls } from '../domain/urls';
import { frame, greeting } from './frame';
import type { MailSite, OrderData } from './render';

export interface Row {
  name: string;
  value: string;
}

/** URL of the withdrawal form with the order filled in. */
export function withdrawUrl(site: MailSite, token: string): string {
  return `${site.public_url}/${site.lang}/withdraw?token=${encodeURIComponent(token)}`;
}

/** URL of the order's page for this recipient. */
export function pageOf(site: MailSite, { url }: OrderData): string {
  return url.startsWith('/') ? site.public_url + url : url;
}

/** Greets by first name; by full name in Chinese. */
export function orderGreeting(i18n: I18n, { order }: OrderData): string {
  return greeting(i18n, salutation(order.shipping_address.first_name, order.shipping_address.last_name));
}

/** One sentence for each attached document. */
export function attachmentTexts(i18n: I18n, { attached = [] }: OrderData): string[] {
  return attached.map(({ number, kind }) =>
    kind === 'invoice'
      ? i18n._(msg`Your invoice ${number} is attached to this letter as a PDF.`)
      : i18n._(msg`Credit note ${number} is attached to this letter as a PDF.`),
  );
}

/** When somebody is at the house, in one sentence part. */
export function openTexts(i18n: I18n, site: MailSite, collection: OrderCollection): string {
  const days = format.weekdays(site.lang, collection.from_day, collection.to_day);
  const { opens, closes } = collection;
  return i18n._(msg`${days}, ${opens} to ${closes}`);
}

/** Instructions for transfer or cheque; empty for online payment. */
export function paymentTexts(i18n: I18n, site: MailSite, instructions: Instructions, isCollected = false) {
  const { lang } = site;
  if (instructions.kind === 'wechat') return null;
  const until = moments.timestampDate(site, instructions.hold_until);
  const amount = format.money(lang, instructions.amount, instructions.currency);
  const hold = i18n._(
    msg`We hold your items until ${until}. If your payment has not arrived by then, the order is cancelled and nothing is owed.`,
  );
  if (instructions.kind === 'bank_transfer') {
    return {
      title: i18n._(msg`Please transfer the amount`),
      text: isCollected
        ? i18n._(
            msg`We prepare your order as soon as the transfer has arrived. Please give the reference with it, so that we can tell which order is yours.`,
          )
        : i18n._(
            msg`We send your order on its way as soon as the transfer has arrived. Please give the reference with it, so that we can tell which order is yours.`,
          ),
      steps: [
        { name: i18n._(msg`Amount`), value: amount },
        { name: i18n._(msg`Account holder`), value: instructions.account_holder },
        { name: i18n._(msg`IBAN`), value: instructions.iban },
        { name: i18n._(msg`BIC`), value: instructions.bic },
        { name: i18n._(msg`Bank`), value: instructions.bank_name },
        { name: i18n._(msg`Reference`), value: instructions.reference },
      ],
      hold,
    };
  }
  return {
    title: i18n._(msg`Please send us your cheque`),
    text: isCollected
      ? i18n._(
          msg`We prepare your order as soon as the cheque has been credited. Please write the reference on its back.`,
        )
      : i18n._(
          msg`We send your order on its way as soon as the cheque has been credited. Please write the reference on its back.`,
        ),
    steps: [
      { name: i18n._(msg`Amount`), value: amount },
      { name: i18n._(msg`Payable to`), value: instructions.payee },
      { name: i18n._(msg`Address`), value: instructions.address.join('\n') },
      { name: i18n._(msg`Reference`), value: instructions.reference },
    ],
    hold,
  };
}

export function orderTexts(i18n: I18n, site: MailSite, data: OrderData) {
  const { order } = data;
  const { lang, brand } = site;
  const { totals } = order;
  const money = (amount: string) => format.money(lang, amount, totals.currency);
  const number = order.order_number;
  const date = moments.timestampDate(site, order.created_at);

  const sums: Row[] = [{ name: i18n._(msg`Subtotal`), value: money(totals.subtotal_incl_tax) }];
  if (!isZero(totals.discount_amount)) {
    sums.push({ name: i18n._(msg`Employee price`), value: money(`-${totals.discount_amount}`) });
  }
  sums.push({ name: i18n._(msg`Shipping charge`), value: money(totals.shipping_amount) });
  if (!isZero(totals.shipping_discount)) {
    sums.push({ name: i18n._(msg`Complimentary shipping`), value: money(`-${totals.shipping_discount}`) });
  }

  const taxes: Row[] =
    totals.vat.length > 0
      ? totals.vat.map((vat) => {
          const rate = format.percent(lang, String(Number(vat.rate)));
          const net = money(vat.net_amount);
          return { name: i18n._(msg`VAT included, ${rate} on ${net}`), value: money(vat.tax_amount) };
        })
      : [{ name: i18n._(msg`VAT included`), value: money(totals.tax_amount) }];

  const { instructions, collection } = order;
  const pay = instructions && paymentTexts(i18n, site, instructions, collection !== null);
  const isTaken = order.channel === 'telephone';
  const isOpen = order.status.startsWith('pending');

  const window = format.dateRange(lang, order.delivery.from, order.delivery.to);
  const carrier = order.shipping_method_label;
  const { points } = order;
  return {
    ...frame(i18n, site),
    subject: i18n._(msg`Your order ${number} at ${brand}`),
    preview: pay ? pay.hold : i18n._(msg`Thank you for your order of ${date}.`),
    greeting: orderGreeting(i18n, data),
    opening: isTaken
      ? i18n._(
          msg`Thank you for your call. We have taken your order of ${date} under the number ${number}, and this letter confirms what you ordered.`,
        )
      : i18n._(
          msg`Thank you for your order of ${date}. We have received it under the number ${number}, and this letter confirms what you ordered.`,
        ),
    consent: order.is_delayed
      ? delayText(i18n, site, order)
      : isTaken && isOpen && !pay
        ? waysToPay(i18n, site, order)
        : '',
    pay,
    itemsTitle: i18n._(msg`Your order`),
    items: order.items.map((item) => {
      const { qty: quantity, sku } = item;
      return {
        name: item.name,
        details: [
          ...item.options.map((option) => format.pair(lang, option.name, option.label)),
          i18n._(msg`Quantity: ${quantity}`),
          i18n._(msg`Item no. ${sku}`),
        ],
        value: money(item.line_total),
      };
    }),
    sums,
    total: { name: i18n._(msg`Total`), value: money(totals.total) },
    taxes,
    ...(collection
      ? {
          deliveryTitle: i18n._(msg`Collection`),
          delivery: i18n._(msg`Expected to be ready ${window}. We write to you as soon as it is.`),
          deliveryNote: collectionNote(i18n, site, collection),
          shippingTitle: i18n._(msg`Collection at`),
        }
      : {
          deliveryTitle: i18n._(msg`Delivery`),
          delivery: i18n._(msg`${carrier}, expected ${window}.`),
          // The delivery window counts from the order's day, if paid at once.
          deliveryNote:
            pay || order.is_delayed
              ? i18n._(
                  msg`The dates hold if your payment reaches us at once; otherwise delivery is correspondingly later.`,
                )
              : '',
          shippingTitle: i18n._(msg`Delivery address`),
        }),
    shipping: order.shipping_lines,
    billingTitle: i18n._(msg`Billing address`),
    billing: order.billing_lines,
    methodTitle: i18n._(msg`Payment`),
    method: order.method_label,
    attached: attachmentTexts(i18n, data),
    points: points
      ? i18n._(
          msg`${plural(points, { one: '# loyalty point is', other: '# loyalty points are' })} credited when the order is complete.`,
        )
      : '',
    link: isTaken && isOpen && !order.is_delayed ? i18n._(msg`See and pay`) : i18n._(msg`See your order`),
    url: pageOf(site, data),
    withdrawal: collection
      ? i18n._(
          msg`You may withdraw from this contract within fourteen days of collecting the goods, without giving a reason. How to, and the form for it:`,
        )
      : i18n._(
          msg`You may withdraw from this contract within fourteen days of delivery, without giving a reason. How to, and the form for it:`,
        ),
    withdrawalLink: i18n._(msg`Right of withdrawal`),
    withdrawalUrl: site.public_url + urls.help(lang, 'returns'),
    // Statutory wording of the withdrawal function (experience.md §3).
    withdraw: i18n._(msg`Withdraw from contract here`),
    withdrawUrl: withdrawUrl(site, order.token),
    terms: i18n._(msg`Terms and conditions`),
    termsUrl: site.public_url + urls.help(lang, 'terms-and-conditions'),
  };
}

/** When to come, and what to bring. */
function collectionNote(i18n: I18n, site: MailSite, collection: OrderCollection): string {
  const hours = openTexts(i18n, site, collection);
  return i18n._(
    msg`The house is open ${hours}. Please bring the number of your order and an identity document; somebody else may collect it with this letter.`,
  );
}

/** What becomes of an order whose money takes days. */
function delayText(i18n: I18n, site: MailSite, order: OrderData['order']): string {
  const until = order.hold_until ? moments.timestampDate(site, order.hold_until) : '';
  return i18n._(
    msg`Your payment is on its way and takes a few working days; we write to you as soon as it has arrived. Until then we hold the goods for you, at the longest until ${until}. Should your bank not carry it out, the order ends by itself, and you owe nothing.`,
  );
}

/** How an order is paid for which nothing is to be transferred or posted. */
function waysToPay(i18n: I18n, site: MailSite, order: OrderData['order']): string {
  if (!order.hold_until) return i18n._(msg`You choose how to pay on the page of the order.`);
  const until = moments.timestampDate(site, order.hold_until);
  if (!order.is_paid_at_house) {
    return i18n._(
      msg`Please pay on the page of your order. We hold the goods until ${until}; without your payment the order ends by itself, and nothing is owed.`,
    );
  }
  return order.collection
    ? i18n._(
        msg`You pay at the house when you collect the goods, or before that on the page of your order. We hold them until ${until}; without your payment the order ends by itself, and nothing is owed.`,
      )
    : i18n._(
        msg`You pay at the house, or on the page of your order, before we send the goods. We hold them until ${until}; without your payment the order ends by itself, and nothing is owed.`,
      );
}

export type OrderTexts = ReturnType<typeof orderTexts>;

/**
 * Goods that were added to an order by telephone, or the surcharge of a dearer carrier: the offer, as a letter (Directive 2011/83/EU art. 8(6)); the customer accepts it
 * by paying.
 */
export function addedTexts(i18n: I18n, site: MailSite, data: OrderData): OrderTexts {
  const texts = orderTexts(i18n, site, data);
  const { order } = data;
  const number = order.order_number;
  const first = order.added_to?.order_number ?? '';
  const carrier = order.added_to?.carrier;
  const until = order.hold_until ? moments.timestampDate(site, order.hold_until) : '';
  const isOpen = order.status.startsWith('pending');
  const acceptance = i18n._(
    msg`By paying you accept this offer; that is when the contract is made. Until then you are not bound. We hold the goods until ${until}; without your payment the offer ends by itself, and you owe nothing.`,
  );
  const ways = texts.pay
    ? i18n._(msg`Transfer the amount as described below, or choose another way to pay on the page of the order.`)
    : i18n._(msg`You choose how to pay on the page of the order.`);
  const space = site.lang === 'zh' ? '' : ' ';
  const link = isOpen ? i18n._(msg`See and pay`) : texts.link;
  if (carrier) {
    const offer = i18n._(
      msg`By paying you accept this offer; until then you are not bound. As soon as your payment has arrived, ${carrier} takes over your order. Until then it waits with us, at the longest until ${until}; without your payment the offer ends by itself, you owe nothing, and the order travels as before.`,
    );
    return {
      ...texts,
      subject: i18n._(msg`Another carrier for your order ${first}`),
      preview: i18n._(msg`${carrier}, as soon as the surcharge is paid.`),
      opening: i18n._(
        msg`As agreed by telephone, ${carrier} can deliver your order ${first}. The surcharge has a number of its own, ${number}, and is paid and invoiced by itself.`,
      ),
      consent: isOpen ? `${offer}${space}${ways}` : '',
      itemsTitle: i18n._(msg`Surcharge`),
      // No goods are held.
      pay: texts.pay && { ...texts.pay, hold: i18n._(msg`The offer stands until ${until}.`) },
      link,
    };
  }
  return {
    ...texts,
    subject: i18n._(msg`Added to your order ${first}`),
    preview: i18n._(msg`The goods are set aside for you until ${until}.`),
    opening: i18n._(
      msg`As agreed by telephone, these goods are added to your order ${first}. They have a number of their own, ${number}, and are paid and invoiced by themselves.`,
    ),
    consent: isOpen ? `${acceptance}${space}${ways}` : '',
    itemsTitle: i18n._(msg`Added goods`),
    delivery: order.added_to?.ships_along
      ? i18n._(msg`At no charge, in the same parcel as your order ${first}.`)
      : texts.delivery,
    deliveryNote: order.added_to?.ships_along
      ? i18n._(
          msg`If that parcel leaves before your payment has arrived, they follow in one of their own, at no charge too.`,
        )
      : texts.deliveryNote,
    link,
  };
}
