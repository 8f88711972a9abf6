// @vitest-environment node
/** Letters about orders that were taken by telephone, and about goods that are collected. */

import { expect, it } from 'vitest';
import type { OrderCollection, PaymentResult } from '../api/types';
import { order as paid, mailSite as site, transfer } from '../fixtures';
import { createI18n } from '../state/i18n';
import { type MailTemplate, renderMail } from './render';

const url = '/en/ordersuccess?token=abc';
const collection: OrderCollection = {
  from_day: 2,
  to_day: 5,
  opens: '09:30',
  closes: '17:00',
  ready_at: null,
  collected_at: null,
};
const open: Partial<PaymentResult> = {
  channel: 'telephone',
  order_number: '2026-000124',
  status: 'pending_offline',
  outcome: 'pending',
  instructions: null,
  hold_until: '2026-11-30T22:59:59Z',
};

const write = (change: Partial<PaymentResult> = {}, template: MailTemplate = 'order_received') =>
  renderMail(template, createI18n('en', {}), site, { order: { ...paid, ...open, ...change }, url }).text;

it('confirms what was ordered by telephone, leads to the page where it is paid, and says until when', () => {
  const text = write();
  for (const words of [
    'Thank you for your call. We have taken your order of',
    '2026-000124',
    'Please pay on the page of your order. We hold the goods until 30 November 2026',
    'See and pay',
    'fourteen days of delivery',
    'Withdraw from contract here',
    'Terms and conditions',
    `${site.public_url}${url}`,
  ]) {
    expect(text).toContain(words);
  }
  expect(write({ channel: 'shop' })).not.toContain('your call');
  expect(write({ status: 'processing', hold_until: null })).not.toContain('Please pay');
  expect(write({ hold_until: null })).toContain('You choose how to pay');
});

it('says what is paid at the house, and when and where goods are collected', () => {
  const text = write({ collection, is_paid_at_house: true });
  for (const words of [
    'You pay at the house when you collect the goods',
    'COLLECTION AT',
    'The house is open Tuesday to Friday, 09:30 to 17:00.',
    'an identity document',
    'fourteen days of collecting the goods',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('DELIVERY ADDRESS');
  expect(write({ is_paid_at_house: true })).toContain('before we send the goods');
  const byTransfer = write({ collection, instructions: transfer, status: 'pending_bank_transfer' });
  expect(byTransfer).toContain('We prepare your order as soon as the transfer has arrived.');
  expect(byTransfer).not.toContain('on its way');
});

it('tells that goods are ready, and what is still to be paid', () => {
  const unpaid = write({ collection, is_paid_at_house: true }, 'order_ready');
  expect(unpaid).toContain('Your order 2026-000124 is ready for you.');
  expect(unpaid).toContain('when you collect it, or before that on the page of your order');
  expect(unpaid).toContain('Tuesday to Friday, 09:30 to 17:00');
  const settled = write({ collection, status: 'processing', hold_until: null }, 'order_ready');
  expect(settled).not.toContain('Please pay');
  expect(settled).toContain('Withdraw from contract here');
  expect(write({ collection, status: 'processing' }, 'payment_received')).toContain('ready for collection');
});
