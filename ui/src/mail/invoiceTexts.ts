/**
 * Formatted texts of an invoice or credit note in the order's language. Input: the frozen document
 * (`src/invoice/types.rs`); output: what the PDF prints (`src/invoice/words.rs`).
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Lang } from '../api/types';
import * as format from '../domain/format';
import { isZero } from '../domain/money';

interface Option {
  name: string;
  label: string;
}

interface Line {
  sku: string;
  name: string;
  options: Option[];
  qty: number;
  price: string;
  net_price: string;
  gross: string;
  discount: string;
  rate: string;
  eco_participation: string | null;
}

interface Vat {
  rate: string;
  net_amount: string;
  tax_amount: string;
  gross_amount: string;
}

export interface InvoiceDocument {
  kind: 'invoice' | 'credit_note';
  number: string;
  issued_on: string;
  lang: Lang;
  currency: string;
  order_number: string;
  ordered_on: string;
  corrects: { number: string; issued_on: string } | null;
  brand: string;
  seller: {
    name: string;
    address: string[];
    phone: string;
    email: string;
    legal_form: string;
    register: string;
    vat_id: string;
  };
  buyer: { lines: string[]; tax_id: string };
  delivery: { lines: string[]; method: string };
  lines: Line[];
  subtotal: string;
  discount: string;
  shipping: string;
  shipping_discount: string;
  adjustment: string;
  total: string;
  tax: string;
  vat: Vat[];
  tax_eur: string | null;
  payment: { label: string; is_paid: boolean; due_on: string | null };
}

interface Fact {
  name: string;
  value: string;
}

export function invoiceTexts(i18n: I18n, document: InvoiceDocument) {
  const { lang, currency, number, brand, seller, payment } = document;
  // Placeholders for the page numbers.
  const page = '{page}';
  const pages = '{pages}';
  const isCredit = document.kind === 'credit_note';
  const money = (amount: string) => format.money(lang, amount, currency);
  const percent = (rate: string) => format.percent(lang, String(Number(rate)));
  const date = format.date(lang, document.issued_on);

  const facts: Fact[] = [
    { name: i18n._(msg`Date`), value: date },
    { name: i18n._(msg`Order`), value: document.order_number },
    { name: i18n._(msg`Ordered on`), value: format.date(lang, document.ordered_on) },
  ];
  if (document.corrects) {
    facts.push({ name: i18n._(msg`Credit for invoice`), value: document.corrects.number });
  } else {
    facts.push({ name: i18n._(msg`Payment`), value: payment.label });
  }

  const buyer = [...document.buyer.lines];
  if (document.buyer.tax_id) {
    buyer.push(format.pair(lang, i18n._(msg`Your tax number`), document.buyer.tax_id));
  }

  const rows = document.lines.map((line) => {
    const { sku } = line;
    const notes: Fact[] = [];
    if (!isZero(line.discount)) {
      notes.push({ name: i18n._(msg`Employee price`), value: money(`-${line.discount}`) });
    }
    if (line.eco_participation) {
      const each = money(line.eco_participation);
      notes.push({ name: i18n._(msg`of which éco-participation, each ${each}`), value: '' });
    }
    return {
      title: line.name,
      details: [
        ...line.options.map((option) => format.pair(lang, option.name, option.label)),
        i18n._(msg`Item no. ${sku}`),
      ],
      qty: format.number(lang, line.qty),
      net_price: money(line.net_price),
      price: money(line.price),
      rate: percent(line.rate),
      amount: money(line.gross),
      notes,
    };
  });

  const sums: Fact[] = [];
  if (document.lines.length > 0) sums.push({ name: i18n._(msg`Subtotal incl. VAT`), value: money(document.subtotal) });
  if (!isZero(document.discount)) {
    sums.push({ name: i18n._(msg`Employee price`), value: money(`-${document.discount}`) });
  }
  const carrier = document.delivery.method;
  if (!isCredit || !isZero(document.shipping)) {
    sums.push({ name: carrier, value: money(document.shipping) });
  }
  if (!isZero(document.shipping_discount)) {
    sums.push({ name: i18n._(msg`Complimentary shipping`), value: money(`-${document.shipping_discount}`) });
  }
  if (!isZero(document.adjustment)) {
    sums.push({ name: i18n._(msg`Further refund`), value: money(document.adjustment) });
  }

  const notes: string[] = [];
  const total = money(document.total);
  const { label: method } = payment;
  if (isCredit) {
    const corrected = document.corrects?.number ?? '';
    const correctedDate = document.corrects ? format.date(lang, document.corrects.issued_on) : '';
    notes.push(
      i18n._(msg`This credit note reduces invoice ${corrected} of ${correctedDate}.`),
      i18n._(msg`We return ${total} to you by the way of payment of your order (${method}).`),
    );
  } else if (payment.is_paid) {
    notes.push(i18n._(msg`Paid in full (${method}). Thank you: nothing remains to be paid.`));
  } else if (payment.due_on) {
    const due = format.date(lang, payment.due_on);
    notes.push(i18n._(msg`Payable without deduction by ${due} (${method}).`));
  } else {
    notes.push(i18n._(msg`Payable without deduction on receipt (${method}).`));
  }
  const terms = notes.join(' ');
  if (document.tax_eur && !isZero(document.tax_eur)) {
    const tax = format.money(lang, document.tax_eur, 'EUR');
    notes.push(i18n._(msg`VAT in euros, at the rate of the order: ${tax}.`));
  }
  const exported = i18n._(
    msg`Export outside the European Union: exempt from VAT (Directive 2006/112/EC, article 146).`,
  );
  if (document.vat.some((vat) => isZero(vat.rate))) notes.push(exported);
  if (!isCredit) {
    notes.push(i18n._(msg`The goods are delivered after the date of this invoice.`));
  }

  return {
    heading: isCredit ? i18n._(msg`Credit note ${number}`) : i18n._(msg`Invoice ${number}`),
    brand,
    seller: [seller.name, ...seller.address, seller.phone.replace(/ /g, '\u00a0'), seller.email],
    buyer_title: i18n._(msg`Billing address`),
    buyer,
    delivery_title: i18n._(msg`Delivery address`),
    delivery: document.delivery.lines,
    facts,
    columns: [
      i18n._(msg`Item`),
      i18n._(msg`Qty`),
      i18n._(msg`Price excl. VAT`),
      i18n._(msg`Price incl. VAT`),
      i18n._(msg`VAT`),
      i18n._(msg`Amount`),
    ],
    rows,
    sums,
    total: { name: isCredit ? i18n._(msg`Credit incl. VAT`) : i18n._(msg`Total incl. VAT`), value: total },
    vat_columns: [i18n._(msg`VAT rate`), i18n._(msg`Net`), i18n._(msg`VAT`), i18n._(msg`Gross`)],
    vat_rows: document.vat.map((vat) => [
      percent(vat.rate),
      money(vat.net_amount),
      money(vat.tax_amount),
      money(vat.gross_amount),
    ]),
    notes,
    footer: [
      seller.name,
      seller.legal_form,
      ...seller.address,
      seller.register,
      seller.vat_id ? format.pair(lang, i18n._(msg`VAT no.`), seller.vat_id) : '',
    ].filter(Boolean),
    page: i18n._(msg`Page ${page} of ${pages}`),
    machine: {
      discount: i18n._(msg`Employee price`),
      shipping: i18n._(msg`Shipping`),
      adjustment: i18n._(msg`Further refund`),
      terms,
      export: exported,
    },
  };
}
