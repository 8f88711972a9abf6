// @vitest-environment node
/** The letters about goods that came back. */

import { expect, it } from 'vitest';
import { order, mailSite as site } from '../fixtures';
import { createI18n } from '../state/i18n';
import { renderMail } from './render';

const url = '/en/ordersuccess?token=abc';
const goods = {
  number: '2026-000123-R1',
  items: [
    { name: 'Towel <soft>', qty: 2, deduction: '4.50', deduction_reason: 'stains' },
    { name: 'Bath mat', qty: 1, deduction: '0.00', deduction_reason: '' },
  ],
  refund_by: null,
  is_refunded: false,
};

const write = (template: 'return_received' | 'order_refunded', data: object) =>
  renderMail(template, createI18n('en', {}), site, { order, url, attached: [], ...data });

it('says what has come back, and until when the money of a withdrawal follows', () => {
  const { subject, html, text } = write('return_received', { back: goods });
  expect(subject).toBe('Your return from order 2026-000123 has arrived');
  for (const words of ['2 × Towel <soft>', '1 × Bath mat', 'We look at the goods now']) expect(text).toContain(words);
  expect(html).toContain('Towel &lt;soft>');
  expect(text).not.toContain('at the latest');
  const due = write('return_received', { back: { ...goods, refund_by: '2026-12-05T10:00:00Z' } });
  expect(due.text).toContain('at the latest');
  const paid = write('return_received', { back: { ...goods, is_refunded: true } });
  expect(paid.text).toContain('Your money has gone back already; there is nothing left for you to do.');
});

it('says what of the announced has not come, and whether it is still expected', () => {
  const missing = [
    { name: 'Towel <soft>', qty: 1 },
    { name: 'Robe', qty: 2 },
  ];
  const short = write('return_received', { back: { ...goods, missing, is_rest_expected: true } });
  expect(short.html).toContain('1 × Towel &lt;soft>, 2 × Robe');
  for (const words of [
    'Part of your return from order 2026-000123 has arrived.',
    'not in this parcel: 1 × Towel <soft>, 2 × Robe.',
    'We expect',
  ]) {
    expect(short.text).toContain(words);
  }
  const ended = write('return_received', { back: { ...goods, missing, is_rest_expected: false, is_refunded: true } });
  expect(ended.text).not.toContain('We expect');
  expect(ended.text).toContain('Your money has gone back already.');
  expect(ended.text).not.toContain('nothing left for you to do');
});

it('says with the money what was deducted and why', () => {
  const refund = { amount: '80.00', currency: 'EUR', reason: 'returned', method: 'bank_transfer' };
  const { text } = write('order_refunded', { ...refund, back: goods });
  expect(text).toContain('Deducted, because the goods have lost value');
  expect(text).toContain('Towel <soft>: €4.50 · stains');
  expect(text).not.toContain('Bath mat:');
  for (const back of [null, undefined, { ...goods, items: goods.items.slice(1) }]) {
    expect(write('order_refunded', { ...refund, back }).text).not.toContain('Deducted');
  }
});
