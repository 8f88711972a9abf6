// @vitest-environment node
/** The letter about an order that the house has changed. */

import { expect, it } from 'vitest';
import type { PaymentResult } from '../api/types';
import { order as paid, mailSite as site, transfer } from '../fixtures';
import { createI18n } from '../state/i18n';
import { renderMail } from './render';

const url = '/en/ordersuccess?token=abc';
const pieces = {
  kind: 'lines',
  items: [{ name: 'Towel <soft>', qty: 2 }],
  total_before: '184.00',
  total: '84.00',
  refund: '100.00',
};

const write = (order: Partial<PaymentResult>, change: object, attached: object[] = []) =>
  renderMail('order_changed', createI18n('en', {}), site, { order: { ...paid, ...order }, url, change, attached });

it('names what was taken out, what the order comes to and what goes back', () => {
  const documents = [
    { number: 'C-2026-000001', kind: 'credit_note' },
    { number: 'F-2026-000002', kind: 'invoice' },
  ];
  const { subject, html, text } = write({ instructions: null }, pieces, documents);
  expect(subject).toBe('Your order 2026-000123 has been changed');
  for (const words of [
    '2 × Towel <soft>',
    '€184.00',
    '€84.00',
    'We refund €100.00',
    'C-2026-000001',
    'F-2026-000002',
  ]) {
    expect(text).toContain(words);
  }
  expect(html).toContain('Towel &lt;soft>');
});

it('tells how to pay what is still owed', () => {
  const { text } = write({ status: 'pending_bank_transfer', instructions: transfer }, { ...pieces, refund: '0.00' });
  expect(text).toContain(transfer.kind === 'bank_transfer' ? transfer.reference : '');
  expect(text).not.toContain('We refund');
  const card = write({ status: 'pending', instructions: null }, { ...pieces, refund: '0.00' });
  expect(card.text).toContain('You can pay the new amount on the page of your order.');
});

it('shows the addresses as they are now, to whoever did not ask for it, too', () => {
  const addresses = { kind: 'addresses', items: [], total_before: '84.00', total: '84.00', refund: '0.00' };
  const { subject, text } = write({ shipping_lines: ['Claire Aubert', '12 rue Neuve'] }, addresses);
  expect(subject).toBe('The addresses of your order 2026-000123');
  expect(text).toContain('12 rue Neuve');
  expect(text).toContain('If you have not asked for this, please tell us at once');
  expect(text).not.toContain('84.00');
});

it('tells by whom and when it comes, and what becomes of the difference', () => {
  const order = { shipping_method_label: 'Express <DHL>', delivery: { from: '2026-12-01', to: '2026-12-02' } };
  const dearer = { kind: 'carrier', items: [], total_before: '84.00', total: '84.00', refund: '0.00' };
  const { subject, html, text } = write({ ...order, instructions: null }, dearer);
  expect(subject).toBe('Another carrier for your order 2026-000123');
  expect(text).toContain('Express <DHL>');
  expect(html).toContain('Express &lt;DHL>');
  expect(text).toContain('Nothing else has changed.');
  expect(text).not.toContain('84.00');
  const cheaper = write({ ...order, instructions: null }, { ...dearer, total: '75.00', refund: '9.00' });
  expect(cheaper.text).toContain('Instead of €84.00 it now comes to €75.00.');
  expect(cheaper.text).toContain('We refund €9.00');
  const unpaid = write(
    { ...order, status: 'pending_bank_transfer', instructions: transfer },
    { ...dearer, total: '75.00', refund: '0.00' },
  );
  expect(unpaid.text).toContain(transfer.kind === 'bank_transfer' ? transfer.reference : '');
});
