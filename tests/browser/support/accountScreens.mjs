/** Account screens in every visual state. */

import assert from 'node:assert/strict';
import { ADDRESSES, PASSWORD } from './calls.mjs';
import { hasFocus } from './inputModes.mjs';
import { openDialog, SIMPLE } from './screens.mjs';
import { ORDER_BUTTON } from './texts.mjs';
import { until } from './until.mjs';

/** @typedef {import('./browser.mjs').Visitor} Visitor */

/** @param {Visitor} visitor */
const enter = ({ calls }) => calls.register({ member_card: '3081031234567890' });

/**
 * @param {Visitor} visitor
 * @param {object} [more]
 */
async function saveAddress({ calls, lang }, more = {}) {
  await calls.call('address/create', { region: '', ...ADDRESSES[lang], ...more });
}

/** @param {Visitor} visitor */
async function order({ calls }) {
  await calls.add(SIMPLE, 2);
  await calls.add('TOW-LAC-BAT-WHI');
  return calls.order('bank_transfer');
}

/**
 * Submits the page's form and waits for its errors.
 * @param {Visitor} visitor
 * @param {string} [within]
 */
async function sendEmpty({ page, press }, within = 'main form') {
  await press(page.locator(`${within} button[type="submit"]`).first());
  const summary = page.locator('[role="alert"][tabindex="-1"]');
  await until('the summary of errors has focus', () => hasFocus(summary));
}

/** @type {import('./screens.mjs').Screen[]} */
export const accountScreens = [
  { name: 'login', open: ({ visit }) => visit('/login') },
  { name: 'login on the way to the checkout', open: ({ visit, lang }) => visit(`/login?return=/${lang}/checkout`) },
  {
    name: 'login refused',
    async open(visitor) {
      const { page, visit } = visitor;
      await visit('/login');
      await page.locator('#email').fill('nobody@example.com');
      await page.locator('#password').fill('not-the-password');
      await sendEmpty(visitor);
    },
  },
  {
    name: 'register, its captcha done',
    guarded: true,
    async open({ page, visit }) {
      await visit('/register');
      await page.locator('#first_name').focus();
      await page.locator('#captcha [data-phase="done"]').waitFor();
    },
  },
  {
    name: 'register with errors',
    async open(visitor) {
      await visitor.visit('/register');
      await sendEmpty(visitor);
    },
  },
  { name: 'forgotten password', open: ({ visit }) => visit('/forgetpwd') },
  {
    name: 'forgotten password, asked',
    async open({ page, visit, press, t }) {
      await visit('/forgetpwd');
      // Mails per address are rate limited.
      await page.locator('#email').fill(`${crypto.randomUUID()}@example.com`);
      await press(page.locator('main form button[type="submit"]'));
      await page.getByRole('heading', { level: 1, name: t('Please check your email') }).waitFor();
    },
  },
  { name: 'set password', open: ({ visit }) => visit('/account/setPassword?token=abc') },
  {
    name: 'set password with errors',
    async open(visitor) {
      await visitor.visit('/account/setPassword?token=abc');
      await sendEmpty(visitor);
    },
  },
  {
    name: 'set password by a link that is void',
    async open({ page, visit, press, t }) {
      await visit('/account/setPassword?token=abc');
      await page.locator('#password').fill(PASSWORD);
      await page.locator('#password_confirmation').fill(PASSWORD);
      await press(page.locator('main form button[type="submit"]'));
      await page.getByRole('link', { name: t('Send a new link') }).waitFor();
    },
  },
  {
    name: 'account, new',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/account');
    },
  },
  {
    name: 'account with everything',
    async open(visitor) {
      await enter(visitor);
      await saveAddress(visitor, { default_shipping: true });
      await saveAddress(visitor, { default_billing: true });
      await order(visitor);
      await visitor.visit('/account');
      await visitor.press(visitor.page.locator('#delete-account summary'));
    },
  },
  {
    name: 'account, the last question',
    async open(visitor) {
      const { page, press, visit } = visitor;
      await enter(visitor);
      await visit('/account');
      await press(page.locator('#delete-account summary'));
      await page.locator('#deletion-password').fill(PASSWORD);
      await openDialog(visitor, page.locator('#delete-account button[type="submit"]'));
    },
  },
  {
    name: 'account about to be deleted',
    async open(visitor) {
      const { calls, page, t, visit } = visitor;
      await enter(visitor);
      await calls.call('account/delete', { password: PASSWORD });
      await visit('/account');
      await page.getByRole('button', { name: t('Keep my account') }).waitFor();
    },
  },
  {
    name: 'details and password',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/account/edit');
      await visitor.page.locator('#details-email').fill('another@example.com');
      await visitor.page.locator('#details-current_password').waitFor();
    },
  },
  {
    name: 'details with errors',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/account/edit');
      await visitor.page.locator('#details-first_name').fill('');
      await sendEmpty(visitor);
    },
  },
  {
    name: 'leaving what is not saved',
    async open(visitor) {
      const { page, visit, press } = visitor;
      await enter(visitor);
      await visit('/account/edit');
      await page.locator('#details-first_name').fill('Maria');
      await press(page.locator('header').getByRole('link', { name: /Valmère/ }));
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'orders, none yet',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/order');
    },
  },
  {
    name: 'orders',
    async open(visitor) {
      await enter(visitor);
      await order(visitor);
      await order(visitor);
      await visitor.visit('/order');
    },
  },
  {
    name: 'an order',
    async open(visitor) {
      await enter(visitor);
      const { order_number } = await order(visitor);
      await visitor.visit(`/order/detail?order_number=${order_number}`);
    },
  },
  {
    name: 'an order, before it is cancelled',
    async open(visitor) {
      const { page, t, visit } = visitor;
      await enter(visitor);
      const { order_number } = await order(visitor);
      await visit(`/order/detail?order_number=${order_number}`);
      await openDialog(visitor, page.locator('main').getByRole('button', { name: t('Cancel the order'), exact: true }));
    },
  },
  {
    name: 'an order, cancelled',
    async open(visitor) {
      await enter(visitor);
      const { order_number } = await order(visitor);
      await visitor.calls.call('order/cancel', { order_number });
      await visitor.visit(`/order/detail?order_number=${order_number}`);
    },
  },
  {
    name: 'an order to be paid, another way chosen',
    async open(visitor) {
      const { calls, page, press, t, visit } = visitor;
      await enter(visitor);
      await calls.add(SIMPLE);
      const { order_number } = await calls.order('card');
      await visit(`/order/detail?order_number=${order_number}`);
      await press(page.getByRole('button', { name: t('Change payment method') }));
      await page.locator('#pay-method').waitFor();
    },
  },
  {
    name: 'an order in parcels, part of it refunded',
    async open(visitor) {
      const { calls, visit } = visitor;
      await enter(visitor);
      await calls.add(SIMPLE, 2);
      await calls.add('TOW-LAC-BAT-WHI');
      const { order_number, payment } = await calls.order('card');
      await calls.pay(payment.redirect_url, 'succeed');
      const ship = ['order', 'ship', order_number];
      await visitor.shop.command(
        ...ship,
        '--line',
        `${SIMPLE}=1`,
        '--carrier',
        'dhl',
        '--tracking',
        '00340434161094027318',
      );
      await visitor.shop.command(...ship, '--carrier', 'ups', '--tracking', '1Z999AA10123456784');
      await visitor.shop.command('order', 'return', order_number, '--line', `${SIMPLE}=1`);
      await visit(`/order/detail?order_number=${order_number}`);
    },
  },
  {
    name: 'an order of somebody else',
    async open(visitor) {
      await enter(visitor);
      visitor.expected.push(/\/order\/detail/);
      await visitor.visit('/order/detail?order_number=2026-999999');
    },
  },
  {
    name: 'addresses, none yet',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/address');
    },
  },
  {
    name: 'addresses',
    async open(visitor) {
      await enter(visitor);
      await saveAddress(visitor, { default_shipping: true, default_billing: true });
      await saveAddress(visitor, { company: 'Donaudampfschifffahrtsgesellschaft' });
      await visitor.visit('/address');
    },
  },
  {
    name: 'an address with errors',
    async open(visitor) {
      const { page, visit, press, t } = visitor;
      await enter(visitor);
      await visit('/address');
      await press(page.getByRole('button', { name: t('Add your first address') }));
      await page.locator('#address-address1').waitFor();
      await sendEmpty(visitor);
    },
  },
  {
    name: 'invoices, none yet',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/account/invoices');
    },
  },
  {
    name: 'invoices and credit notes',
    async open(visitor) {
      await enter(visitor);
      for (const back of ['5.00', '']) {
        const { order_number } = await order(visitor);
        await visitor.shop.command('order', 'paid', order_number);
        if (back) await visitor.shop.command('order', 'refund', order_number, '--amount', back);
      }
      await visitor.visit('/account/invoices');
      const table = visitor.page.getByRole('table', { name: visitor.t('Invoices') });
      await table.waitFor();
      assert.equal(await table.locator('a[type="application/pdf"]').count(), 3);
    },
  },
  {
    name: 'an address, before it is deleted',
    async open(visitor) {
      const { page, visit } = visitor;
      await enter(visitor);
      await saveAddress(visitor, { default_shipping: true });
      await visit('/address');
      await openDialog(visitor, page.locator('main li').getByRole('button').last());
    },
  },
  {
    name: 'the checkout of a customer',
    async open(visitor) {
      await enter(visitor);
      await saveAddress(visitor, { default_shipping: true });
      await saveAddress(visitor, { default_billing: true });
      await visitor.calls.add(SIMPLE);
      await visitor.visit('/checkout');
      await visitor.page.locator('input[name="billing-choice"]').first().waitFor();
    },
  },
  {
    name: 'the checkout of a customer, another address, with errors',
    async open(visitor) {
      const { page, visit, press, lang } = visitor;
      await enter(visitor);
      await saveAddress(visitor, { default_shipping: true });
      await visitor.calls.add(SIMPLE);
      await visit('/checkout');
      await page.locator('input[name="shipping-choice"][value="other"]').check();
      await page.locator('#shipping-address-address1').waitFor();
      await press(page.getByRole('button', { name: ORDER_BUTTON[lang], exact: true }));
      const summary = page.locator('[role="alert"][tabindex="-1"]');
      await until('the summary of errors has focus', () => hasFocus(summary));
    },
  },
  {
    name: 'the result, with an account offered',
    async open(visitor) {
      const { token } = await order(visitor);
      await visitor.visit(`/ordersuccess?token=${token}`);
      await visitor.page.getByRole('link', { name: visitor.t('Create an account') }).waitFor();
    },
  },
  {
    name: 'logged out',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/logout');
    },
  },
  { name: 'contact', open: ({ visit }) => visit('/contact-us') },
  {
    name: 'contact with errors',
    async open(visitor) {
      await visitor.visit('/contact-us');
      await sendEmpty(visitor);
    },
  },
  {
    name: 'wishlist, nothing saved',
    async open(visitor) {
      await enter(visitor);
      await visitor.visit('/mywishlist');
    },
  },
  {
    name: 'wishlist',
    async open(visitor) {
      await enter(visitor);
      await visitor.calls.call('wishlist/add', { sku: SIMPLE });
      await visitor.visit('/mywishlist');
      await visitor.page.locator('main li article, main li h2').first().waitFor();
    },
  },
  { name: 'letters confirmed by a link that is void', open: ({ visit }) => visit('/newsletter/confirm?token=abc') },
  { name: 'letters ended by a link that is void', open: ({ visit }) => visit('/newsletter/unsubscribe?token=abc') },
];
