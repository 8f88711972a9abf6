// @vitest-environment node
/** The letter about goods that were added to an order by telephone. */

import { expect, it } from 'vitest';
import type { PaymentResult } from '../api/types';
import { order as paid, mailSite as site, transfer } from '../fixtures';
import { createI18n } from '../state/i18n';
import { type MailTemplate, renderMail } from './render';

const url = '/en/ordersuccess?token=abc';
const open: Partial<PaymentResult> = {
  order_number: '2026-000124',
  status: 'pending_bank_transfer',
  outcome: 'pending_bank_transfer',
  instructions: transfer,
  hold_until: '2026-11-30T22:59:59Z',
  added_to: { order_number: '2026-000123', ships_along: false, carrier: null },
};

const write = (change: Partial<PaymentResult> = {}) =>
  renderMail('order_added', createI18n('en', {}), site, { order: { ...paid, ...open, ...change }, url });

it('says what was added to which order, how to pay and until when, and that paying makes the contract', () => {
  const { subject, html, text } = write();
  expect(subject).toBe('Added to your order 2026-000123');
  for (const words of [
    'these goods are added to your order 2026-000123',
    'a number of their own, 2026-000124',
    'By paying you accept this offer; that is when the contract is made.',
    'We hold the goods until 30 November 2026',
    'choose another way to pay on the page of the order',
    'FR76 3000 6000',
    'Withdraw from contract here',
    'withdraw from this contract within fourteen days',
    'Terms and conditions',
    'See and pay',
    `${site.public_url}${url}`,
  ]) {
    expect(text).toContain(words);
  }
  expect(html).toContain('By paying you accept this offer');
});

it('tells that they travel in the parcel of the first order', () => {
  const { text } = write({ added_to: { order_number: '2026-000123', ships_along: true, carrier: null } });
  expect(text).toContain('At no charge, in the same parcel as your order 2026-000123.');
  expect(text).toContain('they follow in one of their own, at no charge too');
  expect(write().text).not.toContain('in the same parcel');
});

it('offers a dearer carrier for its surcharge', () => {
  const added_to = { order_number: '2026-000123', ships_along: true, carrier: 'DHL Express' };
  const { subject, text } = write({ added_to });
  expect(subject).toBe('Another carrier for your order 2026-000123');
  for (const words of [
    'DHL Express can deliver your order 2026-000123',
    'a number of its own, 2026-000124',
    'As soon as your payment has arrived, DHL Express takes over your order.',
    'at the longest until 30 November 2026',
    'FR76 3000 6000',
    'SURCHARGE',
    'The offer stands until 30 November 2026.',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toContain('We hold');
  const of = (template: MailTemplate, change: object) => {
    const order = { ...paid, ...open, added_to };
    return renderMail(template, createI18n('en', {}), site, { order, url, reason: '', refund: null, ...change }).text;
  };
  expect(of('payment_received', {})).toContain('your order 2026-000123 now travels by DHL Express.');
  expect(of('payment_received', {})).not.toContain('we are preparing');
  expect(of('order_canceled', { reason: 'unpaid' })).toContain('so your order 2026-000123 travels as before');
  expect(of('order_canceled', { refund: '9.00' })).toContain('2026-000124 for DHL Express is cancelled.');
  expect(text).not.toContain('these goods');
  expect(text).not.toContain('in the same parcel');
});

it('leads to the page where nothing is paid by transfer, and asks for nothing once it is paid', () => {
  expect(write({ status: 'pending_offline', instructions: null }).text).toContain('You choose how to pay');
  const late = write({ status: 'processing', instructions: null, hold_until: null });
  expect(late.text).not.toContain('By paying you accept');
  expect(late.text).toContain('See your order');
});

it('says with the end of the first order what stays', () => {
  const canceled = { ...paid, status: 'canceled', additions: ['2026-000124'] };
  const data = { order: canceled, url, reason: 'customer', refund: null };
  const { text } = renderMail('order_canceled', createI18n('en', {}), site, data);
  expect(text).toContain('stays as it is, with its own number: 2026-000124.');
  const alone = { ...data, order: { ...canceled, additions: [] } };
  expect(renderMail('order_canceled', createI18n('en', {}), site, alone).text).not.toContain('stays as it is');
});
