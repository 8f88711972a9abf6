/**
 * Names, headings and codes of the house's figures in the reader's language. Input: `Input`, output: `Words` of
 * `src/figures/words.rs`.
 */

import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Lang } from '../api/types';

export interface FiguresInput {
  lang: Lang;
}

const TABLES = {
  revenue: msg({ context: 'figures', message: 'Revenue' }),
  products: msg({ context: 'figures', message: 'Best sellers' }),
  returns: msg({ context: 'figures', message: 'Returns' }),
  visits: msg({ context: 'figures', message: 'From visit to order' }),
  vat: msg({ context: 'figures', message: 'VAT by country' }),
  oss: msg({ context: 'figures', message: 'OSS return' }),
  points: msg({ context: 'figures', message: 'Points' }),
  payments: msg({ context: 'figures', message: 'Payments' }),
  documents: msg({ context: 'figures', message: 'Invoices and credit notes' }),
};

const COLUMNS = {
  period: msg({ context: 'figures', message: 'Period' }),
  orders: msg({ context: 'figures', message: 'Orders' }),
  pieces: msg({ context: 'figures', message: 'Pieces' }),
  ordered: msg({ context: 'figures', message: 'Ordered (EUR)' }),
  gross: msg({ context: 'figures', message: 'Invoiced incl. VAT' }),
  net: msg({ context: 'figures', message: 'Invoiced excl. VAT' }),
  tax: msg({ context: 'figures', message: 'VAT' }),
  credited: msg({ context: 'figures', message: 'Credited' }),
  sku: msg({ context: 'figures', message: 'Item no.' }),
  name: msg({ context: 'figures', message: 'Name' }),
  sold: msg({ context: 'figures', message: 'Sold' }),
  returned: msg({ context: 'figures', message: 'Returned' }),
  restocked: msg({ context: 'figures', message: 'Back in stock' }),
  visits: msg({ context: 'figures', message: 'Visits' }),
  bags: msg({ context: 'figures', message: 'Bags begun' }),
  checkouts: msg({ context: 'figures', message: 'Checkouts opened' }),
  conversion: msg({ context: 'figures', message: 'Orders per 100 visits' }),
  country: msg({ context: 'figures', message: 'Country' }),
  country_code: msg({ context: 'figures', message: 'Code' }),
  rate: msg({ context: 'figures', message: 'VAT rate (%)' }),
  oss_kind: msg({ context: 'figures', message: 'Kind' }),
  quarter: msg({ context: 'figures', message: 'Quarter' }),
  net_eur: msg({ context: 'figures', message: 'Taxable amount (EUR)' }),
  tax_eur: msg({ context: 'figures', message: 'VAT (EUR)' }),
  currency: msg({ context: 'figures', message: 'Currency' }),
  net_own: msg({ context: 'figures', message: 'Taxable amount in currency' }),
  tax_own: msg({ context: 'figures', message: 'VAT in currency' }),
  ecb_rate: msg({ context: 'figures', message: 'ECB rate' }),
  ecb_day: msg({ context: 'figures', message: 'Day of the rate' }),
  earned: msg({ context: 'figures', message: 'Earned' }),
  taken_back: msg({ context: 'figures', message: 'Taken back' }),
  owed: msg({ context: 'figures', message: 'Owed at the end' }),
  day: msg({ context: 'figures', message: 'Day' }),
  value_date: msg({ context: 'figures', message: 'Value date' }),
  movement: msg({ context: 'figures', message: 'Movement' }),
  order: msg({ context: 'figures', message: 'Order' }),
  method: msg({ context: 'figures', message: 'Way to pay' }),
  reference: msg({ context: 'figures', message: 'Reference' }),
  amount: msg({ context: 'figures', message: 'Amount' }),
  amount_eur: msg({ context: 'figures', message: 'Amount (EUR)' }),
  document: msg({ context: 'figures', message: 'Document' }),
  number: msg({ context: 'figures', message: 'Number' }),
  journal: msg({ context: 'figures', message: 'Journal' }),
  account: msg({ context: 'figures', message: 'Account' }),
  account_name: msg({ context: 'figures', message: 'Account name' }),
  debit: msg({ context: 'figures', message: 'Debit' }),
  credit: msg({ context: 'figures', message: 'Credit' }),
};

const CODES = {
  'oss.supply': msg({ context: 'figures', message: 'Supply' }),
  'oss.correction': msg({ context: 'figures', message: 'Correction' }),
  'oss.rate_missing': msg({ context: 'figures', message: 'missing' }),
  'movement.payment': msg({ context: 'figures', message: 'Payment' }),
  'movement.refund': msg({ context: 'figures', message: 'Refund' }),
  'movement.sent_back': msg({ context: 'figures', message: 'Refund sent back' }),
  'movement.reversal': msg({ context: 'figures', message: 'Payment taken back' }),
  'method.card': msg({ context: 'figures', message: 'Card' }),
  'method.wechat': msg({ context: 'figures', message: 'WeChat Pay' }),
  'method.bank_transfer': msg({ context: 'figures', message: 'Bank transfer' }),
  'method.cheque': msg({ context: 'figures', message: 'Cheque' }),
  'method.offline': msg({ context: 'figures', message: 'On site' }),
  'document.invoice': msg({ context: 'figures', message: 'Invoice' }),
  'document.credit_note': msg({ context: 'figures', message: 'Credit note' }),
  'journal.sales': msg({ context: 'figures', message: 'Sales' }),
  'journal.money': msg({ context: 'figures', message: 'Money' }),
  'account.customers': msg({ context: 'figures', message: 'Customers' }),
  'account.sales': msg({ context: 'figures', message: 'Sales of goods' }),
  'account.shipping': msg({ context: 'figures', message: 'Shipping charged' }),
  'account.vat': msg({ context: 'figures', message: 'VAT due' }),
  'account.vat_oss': msg({ context: 'figures', message: 'VAT due (OSS)' }),
  'account.vat_abroad': msg({ context: 'figures', message: 'VAT due outside the EU' }),
  'account.bank': msg({ context: 'figures', message: 'Bank' }),
  'account.online': msg({ context: 'figures', message: 'Payment services' }),
  'account.cheque': msg({ context: 'figures', message: 'Cheques' }),
  'account.cash': msg({ context: 'figures', message: 'Cash' }),
};

export function figuresTexts(i18n: I18n) {
  const words = (texts: Record<string, MessageDescriptor>) =>
    Object.fromEntries(Object.entries(texts).map(([code, text]) => [code, i18n._(text)]));
  // Filled in where the file is written.
  const company = '{company}';
  const month = '{month}';
  const readme = [
    i18n._(msg`${company}: the accounts of the shop for ${month}`),
    '',
    i18n._(msg`documents/: invoices and credit notes as PDF, with their data for machines inside (Factur-X)`),
    i18n._(msg`documents.csv: list of the invoices and credit notes`),
    i18n._(msg`payments.csv: money that came in and went out`),
    i18n._(msg`journal.csv: entries of documents and payments, debits and credits`),
    i18n._(msg`…FEC….txt: the same entries as a French fichier des écritures comptables`),
    i18n._(msg`EXTF_….csv: the same entries for DATEV, once both of its numbers are set`),
    i18n._(msg`vat.csv: VAT by country and rate`),
    i18n._(msg`oss.csv: the One-Stop-Shop return, in the last month of a quarter`),
    '',
    i18n._(
      msg`Amounts are in EUR unless a column names another currency. Those in other currencies are converted at the rate of their order, in oss.csv at the European Central Bank’s for the quarter.`,
    ),
    '',
  ].join('\n');
  return {
    tables: words(TABLES),
    columns: words(COLUMNS),
    codes: words(CODES),
    total: i18n._(msg({ context: 'figures', message: 'Total' })),
    readme,
  };
}
