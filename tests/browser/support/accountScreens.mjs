/** Account screens in every visual state. */

import assert from 'node:assert/strict';
import { ADDRESSES, PASSWORD } from './calls.mjs';
import { define, fillCart, openDialog, orderButton, SIMPLE, sendRefused } from './screens.mjs';

/** @typedef {import('./browser.mjs').Visitor} Visitor */
/** @typedef {import('./screens.mjs').Caller} Caller */

/** @param {Caller} visitor */
const enter = ({ calls }) => calls.register({ member_card: '3081031234567890' });

/**
 * A customer with addresses.
 * @param {object[]} addresses
 */
const withAddresses =
  (...addresses) =>
  async (/** @type {Caller} */ visitor) => {
    await enter(visitor);
    for (const more of addresses) {
      await visitor.calls.call('address/create', { region: '', ...ADDRESSES[visitor.lang], ...more });
    }
  };

/** @param {Caller} visitor */
async function order(visitor) {
  await fillCart(visitor);
  return visitor.calls.order('bank_transfer');
}

/** The query of an order's page. @param {Caller} visitor */
const orderNumber = async (visitor) => `order_number=${(await order(visitor)).order_number}`;

/**
 * Fills a page's form by the ids of its fields.
 * @param {Visitor} visitor
 * @param {Record<string, string>} values
 */
async function fill({ page }, values) {
  for (const [id, value] of Object.entries(values)) await page.locator(`#${id}`).fill(value);
}

/** @param {Visitor} visitor */
const send = ({ page, press }) => press(page.locator('main form button[type="submit"]'));

export const accountScreens = define([
  { name: 'login', path: '/login' },
  {
    name: 'login on the way to the checkout',
    path: '/login',
    query: async ({ lang }) => `return=/${lang}/checkout`,
  },
  {
    name: 'login refused',
    path: '/login',
    async after(visitor) {
      await fill(visitor, { email: 'nobody@example.com', password: 'not-the-password' });
      await sendRefused(visitor);
    },
  },
  {
    name: 'register, its captcha done',
    guarded: true,
    path: '/register',
    async after({ page }) {
      await page.locator('#first_name').focus();
      await page.locator('#captcha [data-phase="done"]').waitFor();
    },
  },
  { name: 'register with errors', path: '/register', after: sendRefused },
  { name: 'forgotten password', path: '/forgetpwd' },
  {
    name: 'forgotten password, asked',
    path: '/forgetpwd',
    async after(visitor) {
      const { page, t } = visitor;
      // Mails per address are rate limited.
      await fill(visitor, { email: `${crypto.randomUUID()}@example.com` });
      await send(visitor);
      await page.getByRole('heading', { level: 1, name: t('Please check your email') }).waitFor();
    },
  },
  { name: 'set password', path: '/account/setPassword?token=abc' },
  { name: 'set password with errors', path: '/account/setPassword?token=abc', after: sendRefused },
  {
    name: 'set password by a link that is void',
    path: '/account/setPassword?token=abc',
    async after(visitor) {
      const { page, t } = visitor;
      await fill(visitor, { password: PASSWORD, password_confirmation: PASSWORD });
      await send(visitor);
      await page.getByRole('link', { name: t('Send a new link') }).waitFor();
    },
  },
  { name: 'account, new', before: enter, path: '/account' },
  {
    name: 'account with everything',
    async before(visitor) {
      await withAddresses({ default_shipping: true }, { default_billing: true })(visitor);
      await order(visitor);
    },
    path: '/account',
    after: ({ page, press }) => press(page.locator('#delete-account summary')),
  },
  {
    name: 'account, the last question',
    before: enter,
    path: '/account',
    async after(visitor) {
      const { page, press } = visitor;
      await press(page.locator('#delete-account summary'));
      await fill(visitor, { 'deletion-password': PASSWORD });
      await openDialog(visitor, page.locator('#delete-account button[type="submit"]'));
    },
  },
  {
    name: 'account about to be deleted',
    async before(visitor) {
      await enter(visitor);
      await visitor.calls.call('account/delete', { password: PASSWORD });
    },
    path: '/account',
    after: ({ page, t }) => page.getByRole('button', { name: t('Keep my account') }).waitFor(),
  },
  {
    name: 'details and password',
    before: enter,
    path: '/account/edit',
    async after(visitor) {
      await fill(visitor, { 'details-email': 'another@example.com' });
      await visitor.page.locator('#details-current_password').waitFor();
    },
  },
  {
    name: 'details with errors',
    before: enter,
    path: '/account/edit',
    async after(visitor) {
      await fill(visitor, { 'details-first_name': '' });
      await sendRefused(visitor);
    },
  },
  {
    name: 'leaving what is not saved',
    before: enter,
    path: '/account/edit',
    async after(visitor) {
      const { page, press } = visitor;
      await fill(visitor, { 'details-first_name': 'Maria' });
      await press(page.locator('header').getByRole('link', { name: /Valmère/ }));
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'orders, none yet', before: enter, path: '/order' },
  {
    name: 'orders',
    async before(visitor) {
      await enter(visitor);
      await order(visitor);
      await order(visitor);
    },
    path: '/order',
  },
  { name: 'an order', before: enter, path: '/order/detail', query: orderNumber },
  {
    name: 'an order, before it is cancelled',
    before: enter,
    path: '/order/detail',
    query: orderNumber,
    async after(visitor) {
      const { page, t } = visitor;
      await openDialog(visitor, page.locator('main').getByRole('button', { name: t('Cancel the order'), exact: true }));
    },
  },
  {
    name: 'an order, cancelled',
    before: enter,
    path: '/order/detail',
    async query(visitor) {
      const { order_number } = await order(visitor);
      await visitor.calls.call('order/cancel', { order_number });
      return `order_number=${order_number}`;
    },
  },
  {
    name: 'an order to be paid, another way chosen',
    before: enter,
    path: '/order/detail',
    async query({ calls }) {
      await calls.add(SIMPLE);
      return `order_number=${(await calls.order('card')).order_number}`;
    },
    async after({ page, press, t }) {
      await press(page.getByRole('button', { name: t('Change payment method') }));
      await page.locator('#pay-method').waitFor();
    },
  },
  {
    name: 'an order in parcels, part of it refunded',
    before: enter,
    path: '/order/detail',
    async query(visitor) {
      const { calls, shop } = visitor;
      await fillCart(visitor);
      const { order_number, payment } = await calls.order('card');
      await calls.pay(payment.redirect_url, 'succeed');
      await shop.ship(order_number, 'dhl', '00340434161094027318', `${SIMPLE}=1`);
      await shop.ship(order_number, 'ups', '1Z999AA10123456784');
      await shop.command('order', 'return', order_number, '--line', `${SIMPLE}=1`);
      return `order_number=${order_number}`;
    },
  },
  {
    name: 'an order of somebody else',
    before: enter,
    path: '/order/detail?order_number=2026-999999',
    expected: /\/order\/detail/,
  },
  { name: 'addresses, none yet', before: enter, path: '/address' },
  {
    name: 'addresses',
    before: withAddresses(
      { default_shipping: true, default_billing: true },
      { company: 'Donaudampfschifffahrtsgesellschaft' },
    ),
    path: '/address',
  },
  {
    name: 'an address with errors',
    before: enter,
    path: '/address',
    async after(visitor) {
      const { page, press, t } = visitor;
      await press(page.getByRole('button', { name: t('Add your first address') }));
      await page.locator('#address-address1').waitFor();
      await sendRefused(visitor);
    },
  },
  { name: 'invoices, none yet', before: enter, path: '/account/invoices' },
  {
    name: 'invoices and credit notes',
    async before(visitor) {
      await enter(visitor);
      for (const back of ['5.00', '']) {
        const { order_number } = await order(visitor);
        await visitor.shop.command('order', 'paid', order_number);
        if (back) await visitor.shop.command('order', 'refund', order_number, '--amount', back);
      }
    },
    path: '/account/invoices',
    async after({ page, t }) {
      const table = page.getByRole('table', { name: t('Invoices') });
      await table.waitFor();
      assert.equal(await table.locator('a[type="application/pdf"]').count(), 3);
    },
  },
  {
    name: 'an address, before it is deleted',
    before: withAddresses({ default_shipping: true }),
    path: '/address',
    after: (visitor) => openDialog(visitor, visitor.page.locator('main li').getByRole('button').last()),
  },
  {
    name: 'the checkout of a customer',
    async before(visitor) {
      await withAddresses({ default_shipping: true }, { default_billing: true })(visitor);
      await visitor.calls.add(SIMPLE);
    },
    path: '/checkout',
    after: ({ page }) => page.locator('input[name="billing_choice"]').first().waitFor(),
  },
  {
    name: 'the checkout of a customer, another address, with errors',
    async before(visitor) {
      await withAddresses({ default_shipping: true })(visitor);
      await visitor.calls.add(SIMPLE);
    },
    path: '/checkout',
    async after(visitor) {
      const { page } = visitor;
      await page.locator('input[name="shipping_choice"][value="other"]').check();
      await page.locator('#shipping-address-address1').waitFor();
      await sendRefused(visitor, orderButton(visitor));
    },
  },
  {
    name: 'the result, with an account offered',
    path: '/ordersuccess',
    query: async (visitor) => `token=${(await order(visitor)).token}`,
    after: ({ page, t }) => page.getByRole('link', { name: t('Create an account') }).waitFor(),
  },
  { name: 'logged out', before: enter, path: '/logout' },
  { name: 'contact', path: '/contact-us' },
  { name: 'contact with errors', path: '/contact-us', after: sendRefused },
  { name: 'wishlist, nothing saved', before: enter, path: '/mywishlist' },
  {
    name: 'wishlist',
    async before(visitor) {
      await enter(visitor);
      await visitor.calls.call('wishlist/add', { sku: SIMPLE });
    },
    path: '/mywishlist',
    after: ({ page }) => page.locator('main li article, main li h2').first().waitFor(),
  },
  { name: 'letters confirmed by a link that is void', path: '/newsletter/confirm?token=abc' },
  { name: 'letters ended by a link that is void', path: '/newsletter/unsubscribe?token=abc' },
]);
