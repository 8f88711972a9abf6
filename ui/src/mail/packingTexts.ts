/**
 * Formatted texts of a packing slip (in the customer's language), a pick list or address labels (in that of who packs). Input:
 * `PackingPaper` of `src/packing/papers.rs`; output: what the PDF prints (`src/invoice/words.rs`).
 */

import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Lang } from '../api/types';
import * as format from '../domain/format';

export interface PackingPaper {
  kind: 'slip' | 'pick_list' | 'labels';
  lang: Lang;
  brand: string;
  seller: string[];
  order_number: string;
  /** ISO 8601. */
  date: string;
  carrier: string;
  delivery: string[];
  /** Of a slip: its customer collects it. */
  is_collected: boolean;
  /** Of a slip: parcels with other lines or pieces of the order have left before. */
  is_rest: boolean;
  /** Of a slip: numbers of linked orders that are packed at the same time. */
  along: string[];
  orders: number;
  lines: { sku: string; name: string; options: string; shelf: string; qty: number; orders: [string, number][] }[];
}

export function packingTexts(i18n: I18n, paper: PackingPaper) {
  const { kind, lang, brand, seller, carrier, delivery } = paper;
  const isSlip = kind === 'slip';
  const number = paper.order_number;
  const date = format.date(lang, paper.date);
  // Placeholders for the page numbers.
  const page = '{page}';
  const pages = '{pages}';

  const facts = isSlip
    ? [
        { name: i18n._(msg`Order`), value: number },
        { name: i18n._(msg`Ordered on`), value: date },
        { name: i18n._(msg`Shipping`), value: carrier },
        ...(paper.along.length > 0 ? [{ name: i18n._(msg`Belongs with`), value: format.list(lang, paper.along) }] : []),
      ]
    : [
        { name: i18n._(msg`Date`), value: date },
        { name: i18n._(msg`Orders`), value: format.number(lang, paper.orders) },
      ];

  const rows = paper.lines.map(({ sku, name, options, shelf, qty, orders }) => ({
    title: shelf ? `${shelf} · ${name}` : name,
    details: [
      ...(options ? [options] : []),
      i18n._(msg`Item no. ${sku}`),
      ...orders.map(([order, pieces]) => (pieces === 1 ? order : `${order} × ${format.number(lang, pieces)}`)),
    ],
    qty: format.number(lang, qty),
    net_price: '',
    price: '',
    rate: '',
    amount: '',
    notes: [],
  }));

  const headings = {
    slip: i18n._(msg`Packing slip`),
    pick_list: i18n._(msg`Pick list`),
    labels: i18n._(msg`Address labels`),
  };

  return {
    heading: headings[kind],
    brand,
    seller,
    buyer_title: paper.is_collected ? i18n._(msg`To be collected by`) : i18n._(msg`Delivery address`),
    buyer: delivery,
    delivery_title: '',
    delivery: [],
    facts,
    columns: [i18n._(msg`Item`), i18n._(msg`Qty`), '', '', '', ''],
    rows,
    sums: [],
    total: { name: '', value: '' },
    vat_columns: ['', '', '', ''],
    vat_rows: [],
    notes: isSlip
      ? [
          paper.is_rest
            ? i18n._(
                msg`Thank you for your order. This is the rest of it: the other pieces have left in an earlier parcel.`,
              )
            : i18n._(msg`Thank you for your order.`),
          i18n._(msg`If something is not as it should be, write to us: we will put it right.`),
        ]
      : [],
    footer: [],
    page: i18n._(msg`Page ${page} of ${pages}`),
    machine: { discount: '', shipping: '', adjustment: '', terms: '', export: '' },
  };
}
