// @vitest-environment node
/** Order confirmation: required content in HTML and plain text. */

import { describe, expect, it } from 'vitest';
import type { PaymentResult } from '../api/types';
import { order as paidOrder, mailSite as site, transfer } from '../fixtures';
import { createI18n } from '../state/i18n';
import { renderMail } from './render';

const order = {
  ...paidOrder,
  method_label: 'Bank transfer',
  instructions: transfer,
  items: paidOrder.items.map((item) => ({
    ...item,
    sku: 'TOW-1',
    name: 'Towel <soft>',
    url: '/en/p/towel',
    options: [{ code: 'colour', name: 'Colour', value: 'white', label: 'White' }],
  })),
  totals: {
    ...paidOrder.totals,
    shipping_amount: '6.90',
    shipping_discount: '6.90',
    vat: [{ rate: '20.00', net_amount: '70.00', tax_amount: '14.00', gross_amount: '84.00' }],
  },
  billing_lines: ['Claire Aubert', 'France'],
  points: 84,
} as PaymentResult;

const url = 'https://shop.example/en/ordersuccess?token=tok';
const render = (change: Partial<PaymentResult> = {}) =>
  renderMail('order_received', createI18n('en', {}), site, { order: { ...order, ...change }, url });

describe('order confirmation', () => {
  const { subject, html, text } = render();

  it('has the order number in its subject', () => {
    expect(subject).toBe('Your order 2026-000123 at Valmère');
  });

  it.each([
    'Dear Claire,',
    '21 November 2026',
    'FR76 3000 6000',
    'AGRIFRPP',
    'Banque du Lac',
    '30 November 2026',
    'Colour: White',
    '€120.00',
    '−€36.00',
    '€84.00',
    'VAT included, 20% on €70.00',
    '2–4 December 2026',
    '69002 Lyon',
    '84 loyalty points',
    'https://shop.example/en/ordersuccess?token=tok',
    'https://shop.example/en/help/returns',
    'https://shop.example/en/help/terms-and-conditions',
    'Valmère Maison SAS',
  ])('contains in HTML and text: %s', (words) => {
    // `NoWrap` wraps parts of the text in elements.
    expect(html.replace(/<\/?span[^>]*>/g, '')).toContain(words);
    expect(text).toContain(words);
  });

  it('uses the first name, in Chinese the full name', () => {
    const greeting = (shipping_address: { first_name: string; last_name: string }) =>
      render({ shipping_address } as Partial<PaymentResult>).text.split('\n')[0];
    expect(greeting({ first_name: 'Claire', last_name: 'Aubert' })).toBe('Dear Claire,');
    expect(greeting({ first_name: '静', last_name: '王' })).toBe('Dear 王静,');
  });

  it('has the document language, and escapes user input', () => {
    expect(html).toMatch(/^<!doctype html><html lang="en-GB">/);
    expect(html).toContain('Towel &lt;soft>');
    expect(text).toContain('Towel <soft>');
  });

  it('contains the address for a cheque', () => {
    const cheque = render({
      method_label: 'Cheque',
      instructions: {
        kind: 'cheque',
        payee: 'Valmère Maison SAS',
        address: ['Service clients', '12 quai du Lac'],
        reference: '2026-000123',
        amount: '84.00',
        currency: 'EUR',
        hold_until: '2026-11-30T22:59:59Z',
      },
    });
    expect(cheque.html).toContain('Please send us your cheque');
    expect(cheque.text).toContain('Payable to: Valmère Maison SAS');
    expect(cheque.text).toContain('Service clients, 12 quai du Lac');
    expect(cheque.text).not.toContain('IBAN');
  });

  it('says that money takes days, and until when the goods are held', () => {
    const hold_until = '2026-12-05T10:00:00Z';
    const delayed = render({ instructions: null, status: 'pending', outcome: 'pending', is_delayed: true, hold_until });
    for (const words of ['takes a few working days', '5 December 2026']) {
      expect(delayed.html.replace(/<\/?span[^>]*>/g, '')).toContain(words);
      expect(delayed.text).toContain(words);
    }
    expect(render({ instructions: null }).text).not.toContain('takes a few working days');
  });

  it('contains no payment instructions when paid', () => {
    const paid = render({ instructions: null });
    expect(paid.html).not.toContain('IBAN');
    expect(paid.text).not.toContain('two working days');
  });
});
