// @vitest-environment node
/** Invoice texts: labels of all amounts in each language, nothing printed without a value. */

import { describe, expect, it } from 'vitest';
import { messages as de } from '../../locales/de.po';
import { messages as es } from '../../locales/es.po';
import { messages as fr } from '../../locales/fr.po';
import { messages as zh } from '../../locales/zh.po';
import type { Lang } from '../api/types';
import { createI18n } from '../state/i18n';
import { type InvoiceDocument, invoiceTexts } from './invoiceTexts';

const packs = { en: {}, fr, de, es, zh };

const invoice: InvoiceDocument = {
  kind: 'invoice',
  number: 'INV-2026-000007',
  issued_on: '2026-12-01',
  lang: 'en',
  currency: 'EUR',
  order_number: '2026-000123',
  ordered_on: '2026-11-21',
  corrects: null,
  brand: 'Valmère',
  seller: {
    name: 'Valmère Maison SAS',
    address: ['12 quai du Lac', '74000 Annecy', 'France'],
    phone: '+33 4 50 00 12 12',
    email: 'maison@valmere.example',
    legal_form: '',
    register: 'RCS Annecy 000 000 000',
    vat_id: 'FR00000000000',
  },
  buyer: { lines: ['Claire Martin', '74000 Annecy'], tax_id: '' },
  delivery: { lines: [], method: 'Standard' },
  lines: [
    {
      sku: 'DUV-1',
      name: 'Duvet',
      options: [{ name: 'Size', label: '140 × 200 cm' }],
      qty: 3,
      price: '1234.50',
      net_price: '1028.75',
      gross: '3703.50',
      discount: '1111.05',
      rate: '20',
      eco_participation: '0.80',
    },
  ],
  subtotal: '3703.50',
  discount: '1111.05',
  shipping: '6.90',
  shipping_discount: '6.90',
  adjustment: '0.00',
  total: '2592.45',
  tax: '432.07',
  vat: [{ rate: '20', net_amount: '2160.38', tax_amount: '432.07', gross_amount: '2592.45' }],
  tax_eur: null,
  payment: { label: 'Card', is_paid: true, due_on: null },
};
const write = (change: Partial<InvoiceDocument> = {}) => {
  const document = { ...invoice, ...change };
  return invoiceTexts(createI18n(document.lang, packs[document.lang]), document);
};
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('invoice', () => {
  it('labels all amounts', () => {
    const words = write();
    expect(words.heading).toBe('Invoice INV-2026-000007');
    expect(words.sums.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'Subtotal incl. VAT €3,703.50',
      'Employee price −€1,111.05',
      'Standard €6.90',
      'Complimentary shipping −€6.90',
    ]);
    expect(words.total).toEqual({ name: 'Total incl. VAT', value: '€2,592.45' });
    expect(words.vat_rows).toEqual([['20%', '€2,160.38', '€432.07', '€2,592.45']]);
    expect(words.rows[0]?.notes.map((note) => note.name)).toEqual([
      'Employee price',
      'of which éco-participation, each €0.80',
    ]);
    expect(words.facts.map((fact) => fact.value)).toContain('1 December 2026');
    expect(words.footer.join(' ')).not.toContain('  ');
  });

  it.each([
    ['fr', '3 703,50 €', '1er décembre 2026'],
    ['de', '3.703,50 €', '1. Dezember 2026'],
    ['es', '3.703,50 €', '1 de diciembre de 2026'],
    ['zh', '€3,703.50', '2026年12月1日'],
  ] as [Lang, string, string][])('is written as %s writes it', (lang, amount, date) => {
    const words = write({ lang });
    expect(plain(words.sums[0]?.value ?? '')).toBe(amount);
    expect(words.facts[0]?.value).toBe(date);
    const said = JSON.stringify(words);
    expect(said).not.toMatch(/undefined|null|\bincl\. VAT|Invoice/);
    expect(words.page).toContain('{page}');
    expect(words.page).toContain('{pages}');
  });

  it('shows the due date if unpaid', () => {
    expect(write().notes[0]).toBe('Paid in full (Card). Thank you: nothing remains to be paid.');
    const open = { label: 'Cheque', is_paid: false, due_on: '2026-11-27' };
    expect(write({ payment: open }).notes[0]).toBe('Payable without deduction by 27 November 2026 (Cheque).');
  });

  it('shows VAT in euros, or the reason for none', () => {
    const francs = write({ currency: 'CHF', tax_eur: '461.09' }).notes.join(' ');
    expect(francs).toContain('VAT in euros, at the rate of the order: €461.09.');
    const vat = [{ rate: '0', net_amount: '10.00', tax_amount: '0.00', gross_amount: '10.00' }];
    const exported = write({ currency: 'CNY', tax_eur: '0.00', vat }).notes.join(' ');
    expect(exported).toContain('Export outside the European Union');
    expect(exported).not.toContain('VAT in euros');
  });
});

describe('credit note', () => {
  it('names invoice, refunded items and method', () => {
    const corrects = { number: 'INV-2026-000007', issued_on: '2026-12-01' };
    const words = write({
      kind: 'credit_note',
      number: 'CN-2026-000001',
      corrects,
      lines: [],
      shipping: '0.00',
      shipping_discount: '0.00',
      discount: '0.00',
      subtotal: '0.00',
      adjustment: '25.00',
      total: '25.00',
    });
    expect(words.heading).toBe('Credit note CN-2026-000001');
    expect(words.sums).toEqual([{ name: 'Further refund', value: '€25.00' }]);
    expect(words.notes).toEqual([
      'This credit note reduces invoice INV-2026-000007 of 1 December 2026.',
      'We return €25.00 to you by the way of payment of your order (Card).',
    ]);
  });
});
