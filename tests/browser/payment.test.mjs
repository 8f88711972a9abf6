/**
 * Online payment through the demo provider: every outcome, no double payment, no lost order; then withdrawal. With mouse,
 * touch and keyboard.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { fillCheckout } from './support/checkoutForm.mjs';
import { finger, hasFocus, keyboard, mouse } from './support/inputModes.mjs';
import { orderButton, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const env = { SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__CAPTCHA__PROVIDER: 'none' };
const shop = await setupShop(env);
/** Its payment provider does not respond. */
const cutOff = await setupShop({
  ...env,
  SHOP__PAYMENT__CARD_GATEWAY: 'stripe',
  SHOP__PAYMENT__STRIPE__API_URL: 'http://127.0.0.1:9',
  SHOP__PAYMENT__STRIPE__SECRET_KEY: 'sk_test_nobody',
  SHOP__PAYMENT__STRIPE__WEBHOOK_SECRET: 'whsec_nobody',
});

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/inputModes.mjs').InputMode} InputMode */

/** @param {Visitor} visitor */
const main = ({ page }) => page.locator('main');
/** @param {Visitor} visitor @param {string} english */
const heading = (visitor, english) =>
  main(visitor)
    .getByRole('heading', { level: 1, name: visitor.t(english), exact: true })
    .waitFor();
/** @param {Visitor} visitor @param {string} english */
const button = (visitor, english) => main(visitor).getByRole('button', { name: visitor.t(english), exact: true });
/** @param {Visitor} visitor @param {string} english */
const link = (visitor, english) => main(visitor).getByRole('link', { name: visitor.t(english), exact: true });
/** @param {Visitor} visitor */
const tokenOf = ({ page }) => new URL(page.url()).searchParams.get('token') ?? '';
/** @param {Visitor} visitor */
const orderOf = (visitor) => visitor.calls.call('payment/index', { token: tokenOf(visitor) });
/** Waits for hydration. @param {Visitor} visitor */
const ready = ({ page }) => page.locator('html[data-ready]').waitFor({ state: 'attached' });

let people = 0;

/**
 * Fills in the checkout up to the button.
 * @param {Visitor} visitor
 * @param {InputMode} input
 * @param {string} method
 */
async function fillIn(visitor, input, method) {
  const { calls, visit } = visitor;
  await calls.add(SIMPLE);
  await visit('/checkout');
  people += 1;
  await fillCheckout(visitor, input, `paying-${process.pid}-${people}@example.com`, method);
}

/**
 * Orders by card, up to the provider's page.
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function toPayment(visitor, input) {
  await fillIn(visitor, input, 'card');
  await input.press(orderButton(visitor));
  await visitor.page.waitForURL(/\/demo\/pay\//);
}

/**
 * Chooses the outcome of the payment and returns.
 * @param {Visitor} visitor
 * @param {InputMode} input
 * @param {'succeed' | 'decline' | 'cancel' | 'hang' | 'uncertain'} choice
 * @param {string} screen where that leads
 */
async function choose(visitor, input, choice, screen) {
  const { page } = visitor;
  await input.press(page.locator(`button[value="${choice}"]`));
  await page.waitForURL(new RegExp(`/${screen}\\?token=`));
  await ready(visitor);
}

/** Purchase events of the page. @param {Visitor} visitor @returns {Promise<any[]>} */
const purchases = ({ page }) =>
  page.evaluate(() => (window.dataLayer ?? []).filter((one) => /** @type {any} */ (one).event === 'purchase'));

/** Waits for pending requests. @param {Visitor} visitor */
async function counted(visitor) {
  await until('the shop was asked whether this was counted', async () => {
    const done = await visitor.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .some(({ name, responseEnd }) => /payment\/counted/.test(name) && responseEnd > 0),
    );
    return done;
  });
}

const MINUTE = 60_000;
/** Moves the shop's clock relative to now. @param {number} minutes */
const later = (minutes) => shop.setClock(new Date(Date.now() + minutes * MINUTE).toISOString());
/** Minutes the clock has been moved. It never goes back: later orders would be in the future. */
let moved = 0;

// ── Each outcome ────────────────────────────────────────────────────────────────────────────────────────────────────

test('en, mouse: a paid card order is reported once', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, context, t, visit } = visitor;
    const input = mouse(page);
    await toPayment(visitor, input);
    assert.deepEqual(await violations(page), [], 'the demonstration’s page');
    await choose(visitor, input, 'succeed', 'ccordersuccess');
    await heading(visitor, 'Thank you for your order');
    const order = await orderOf(visitor);
    assert.equal(order.status, 'processing');
    assert.equal(order.paid_amount, order.totals.total);
    await page
      .locator('header')
      .getByRole('link', { name: t('Bag'), exact: true })
      .waitFor();
    await until('the purchase is told', async () => (await purchases(visitor)).length > 0);
    const [event, ...more] = await purchases(visitor);
    assert.equal(more.length, 0);
    assert.deepEqual(event, {
      event: 'purchase',
      payment_method: 'card',
      language: 'en',
      ecommerce: {
        transaction_id: order.order_number,
        value: order.totals.total,
        tax: order.totals.tax_amount,
        shipping: order.totals.shipping_amount,
        currency: 'EUR',
        items: order.items.map((/** @type {any} */ item) => ({
          item_id: item.sku,
          item_name: item.name,
          price: item.price,
          quantity: item.qty,
          discount: item.discount_amount,
        })),
      },
    });
    // Reported once: not on reload, at another URL, or in another window.
    await page.reload();
    await ready(visitor);
    await counted(visitor);
    assert.deepEqual(await purchases(visitor), []);
    for (const kind of ['ordersuccess', 'paysuccess', 'paymenterror']) {
      await visit(`/${kind}?token=${order.token}`);
      await heading(visitor, 'Thank you for your order');
      await counted(visitor);
      assert.deepEqual(await purchases(visitor), [], kind);
    }
    const second = await context.newPage();
    const other = { ...visitor, page: second };
    await second.goto(`/en/ccordersuccess?token=${order.token}`);
    await counted(other);
    assert.deepEqual(await purchases(other), []);
    await second.close();
    assert.equal(
      await page.evaluate(() => Object.keys(localStorage).length),
      0,
      'nothing is left in the browser for counting',
    );
  }));

test('de, keyboard: declined, retried, paid', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page } = visitor;
    const input = keyboard(page);
    await toPayment(visitor, input);
    await choose(visitor, input, 'decline', 'paymentuncertain');
    await heading(visitor, 'Your payment was not accepted');
    await main(visitor).getByText('maison@valmere.example').waitFor();
    const declined = await orderOf(visitor);
    await input.press(button(visitor, 'Try again'));
    await page.waitForURL(/\/demo\/pay\//);
    await choose(visitor, input, 'succeed', 'ccordersuccess');
    await heading(visitor, 'Thank you for your order');
    assert.equal((await orderOf(visitor)).order_number, declined.order_number, 'the order is the same');
  }));

test('de, keyboard: declined, paid by another method', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page, calls } = visitor;
    const input = keyboard(page);
    await calls.add(SIMPLE);
    const { token, order_number, payment } = await calls.order('card');
    await calls.pay(payment.redirect_url, 'decline');
    await visitor.visit(`/paymentuncertain?token=${token}`);
    await input.press(button(visitor, 'Change payment method'));
    // Without a choice nothing is sent, and focus moves to the options.
    await input.press(button(visitor, 'Pay this way'));
    await main(visitor).getByText(visitor.t('checkout.payment_method_empty')).waitFor();
    await until('the choice has focus', () =>
      page.evaluate(() => document.activeElement?.getAttribute('name') === 'payment_method'),
    );
    await input.choose(page.locator('input[name="payment_method"][value="cheque"]'));
    await input.press(button(visitor, 'Pay this way'));
    await page.waitForURL(/\/ordersuccess\?token=/);
    await heading(visitor, 'Thank you for your order');
    await main(visitor)
      .getByRole('heading', { name: visitor.t('Your cheque') })
      .waitFor();
    const order = await orderOf(visitor);
    assert.deepEqual([order.order_number, order.status], [order_number, 'pending_cheque']);
    await until('the heading has focus', () => hasFocus(main(visitor).getByRole('heading', { level: 1 })));
    // Changed to bank transfer on the same page.
    await input.press(button(visitor, 'Change payment method'));
    await input.choose(page.locator('input[name="payment_method"][value="bank_transfer"]'));
    await input.press(button(visitor, 'Pay this way'));
    await main(visitor).getByText('FR76 3000 6000 0112 3456 7890 189').waitFor();
    assert.equal(await button(visitor, 'Pay this way').count(), 0);
    await until('the heading has focus', () => hasFocus(main(visitor).getByRole('heading', { level: 1 })));
  }));

test('en, touch at 375 px: canceled, then paid', () =>
  withVisitor(shop, { lang: 'en', width: 375 }, async (visitor) => {
    const { page, calls } = visitor;
    const input = finger(page);
    await toPayment(visitor, input);
    await choose(visitor, input, 'cancel', 'paymentcanceled');
    await heading(visitor, 'Payment cancelled');
    await main(visitor).getByText(visitor.t('payment.canceled')).waitFor();
    assert.equal((await calls.call('cart/sidebar')).total_qty, 1, 'the bag is as it was');
    await link(visitor, 'Return to checkout').waitFor();
    const { order_number } = await orderOf(visitor);
    await input.press(button(visitor, 'Pay now'));
    await page.waitForURL(/\/demo\/pay\//);
    await choose(visitor, input, 'succeed', 'ccordersuccess');
    await heading(visitor, 'Thank you for your order');
    assert.equal((await orderOf(visitor)).order_number, order_number);
    assert.equal((await calls.call('cart/sidebar')).total_qty, 0);
  }));

test('de, touch at 375 px: uncertain, no second payment is offered, the outcome appears automatically', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, async (visitor) => {
    const { page, t } = visitor;
    const input = finger(page);
    await toPayment(visitor, input);
    await choose(visitor, input, 'uncertain', 'paymentuncertain');
    await heading(visitor, 'We could not confirm your payment');
    await main(visitor).getByText(t('payment.uncertain')).waitFor();
    for (const words of ['Try again', 'Pay now', 'Change payment method']) {
      assert.equal(await button(visitor, words).count(), 0, words);
    }
    assert.equal(await main(visitor).locator('a[href$="/checkout"]').count(), 0);
    assert.deepEqual(await purchases(visitor), []);
    // After ten minutes the demo provider reports a decline.
    moved += 11;
    await later(moved);
    await input.press(button(visitor, 'Check again'));
    await heading(visitor, 'Your payment was not accepted');
    await until('it is said', () =>
      page.evaluate(
        (words) => [...document.querySelectorAll('[aria-live]')].some((one) => one.textContent?.includes(words)),
        t('Your payment was not accepted'),
      ),
    );
    await button(visitor, 'Try again').waitFor();
  }));

test('en, mouse: the provider times out after taking the payment', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page } = visitor;
    const input = mouse(page);
    await toPayment(visitor, input);
    await choose(visitor, input, 'hang', 'ccordersuccess');
    await heading(visitor, 'Confirming your payment…');
    for (const words of ['Continue to payment', 'Pay now', 'Change payment method']) {
      assert.equal(await main(visitor).getByText(visitor.t(words), { exact: true }).count(), 0, words);
    }
    moved += 11;
    await later(moved);
    await heading(visitor, 'Thank you for your order');
    assert.equal((await orderOf(visitor)).status, 'processing');
    await until('the purchase is told', async () => (await purchases(visitor)).length === 1);
  }));

test('fr, mouse: the provider is unreachable; another method keeps the order', () =>
  withVisitor(cutOff, { lang: 'fr' }, async (visitor) => {
    const { page } = visitor;
    const input = mouse(page);
    await fillIn(visitor, input, 'card');
    await input.press(orderButton(visitor));
    await page.waitForURL(/\/fr\/payerror\?token=/);
    await ready(visitor);
    await heading(visitor, 'The payment page cannot be reached');
    assert.deepEqual(await violations(page), []);
    const { order_number } = await orderOf(visitor);
    await input.press(button(visitor, 'Try again'));
    await page.waitForURL(/\/fr\/payerror\?token=/);
    await ready(visitor);
    await input.press(button(visitor, 'Change payment method'));
    await input.choose(page.locator('input[name="payment_method"][value="bank_transfer"]'));
    await input.press(button(visitor, 'Pay this way'));
    await page.waitForURL(/\/ordersuccess\?token=/);
    await main(visitor).getByText('FR76 3000 6000 0112 3456 7890 189').waitFor();
    assert.equal((await orderOf(visitor)).order_number, order_number);
  }));

// ── Twice, back, side by side ───────────────────────────────────────────────────────────────────────────────────────

test('en, mouse: a double click orders and pays once', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls } = visitor;
    await fillIn(visitor, mouse(page), 'card');
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => {
      const [, path] = /\/hah_api\/(checkout\/place|payment\/retry)/.exec(request.url()) ?? [];
      if (path) asked.push(path);
    });
    await orderButton(visitor).dblclick();
    await page.waitForURL(/\/demo\/pay\//);
    await page.locator('button[value="decline"]').dblclick();
    await page.waitForURL(/\/paymentuncertain\?token=/);
    await ready(visitor);
    await button(visitor, 'Try again').dblclick();
    await page.waitForURL(/\/demo\/pay\//);
    assert.deepEqual(asked, ['checkout/place', 'payment/retry']);
    await page.locator('button[value="succeed"]').dblclick();
    await page.waitForURL(/\/ccordersuccess\?token=/);
    await ready(visitor);
    const order = await orderOf(visitor);
    assert.equal(order.paid_amount, order.totals.total);
    assert.equal((await calls.call('cart/sidebar')).total_qty, 0);
  }));

test('de, mouse: Back from the payment page loses nothing; Back from the result pays nothing again', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page, calls } = visitor;
    const input = mouse(page);
    await toPayment(visitor, input);
    const paying = page.url();
    await page.goBack();
    await ready(visitor);
    await heading(visitor, 'Your payment is still open');
    const order = await orderOf(visitor);
    assert.equal(order.status, 'pending');
    assert.equal((await calls.call('cart/sidebar')).total_qty, 1);
    // The checkout draft is kept.
    await input.press(link(visitor, 'Return to checkout'));
    await orderButton(visitor).waitFor();
    assert.equal(await page.locator('main input[type="email"]').inputValue(), order.email);
    await page.goBack();
    await heading(visitor, 'Your payment is still open');
    await input.press(link(visitor, 'Continue to payment'));
    await page.waitForURL(paying);
    await choose(visitor, input, 'succeed', 'ccordersuccess');
    await heading(visitor, 'Thank you for your order');
    await page.goBack();
    await page.waitForURL(paying);
    await page.getByText(visitor.t('This payment is decided, or its time is over.')).waitFor();
    assert.equal(await page.locator('button').count(), 0);
    await page.getByRole('link', { name: visitor.t('Back to the shop') }).click();
    await page.waitForURL(/\/ccordersuccess\?token=/);
    await ready(visitor);
    const paid = await orderOf(visitor);
    assert.equal(paid.order_number, order.order_number);
    assert.equal(paid.paid_amount, paid.totals.total, 'once');
  }));

test('en, mouse: a payment in one window shows in the other', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, context } = visitor;
    await calls.add(SIMPLE);
    const { token, payment } = await calls.order('card');
    await visitor.visit(`/ordersuccess?token=${token}`);
    await heading(visitor, 'Your payment is still open');
    const second = await context.newPage();
    await second.goto(payment.redirect_url);
    await second.locator('button[value="succeed"]').click();
    await second.waitForURL(/\/ccordersuccess\?token=/);
    await heading(visitor, 'Thank you for your order');
    // One of the two windows has reported the purchase.
    await second.locator('html[data-ready]').waitFor({ state: 'attached' });
    await counted({ ...visitor, page: second });
    await counted(visitor);
    const told = [...(await purchases(visitor)), ...(await purchases({ ...visitor, page: second }))];
    assert.equal(told.length, 1);
    await second.close();
    assert.equal(await page.getByText(visitor.t('Continue to payment')).count(), 0);
  }));

test('an order is inaccessible without its token', () =>
  withVisitor(shop, { lang: 'en', expected: [/\?token=/, /\/ccordersuccess$/] }, async (visitor) => {
    await visitor.calls.add(SIMPLE);
    const { token, order_number } = await visitor.calls.order('card');
    for (const path of [
      '/ccordersuccess',
      `/ccordersuccess?token=${order_number}`,
      `/wechatpay?token=${token.slice(1)}`,
    ]) {
      await visitor.visit(path);
      await heading(visitor, 'We cannot find this order');
      assert.ok(!(await main(visitor).innerText()).includes(order_number), path);
    }
  }));

// ── WeChat ──────────────────────────────────────────────────────────────────────────────────────────────────────────

test('K16: zh: the WeChat code is renewed, and leads to the result when paid', () =>
  withVisitor(shop, { lang: 'zh', own: true }, async (visitor) => {
    const { page, context, t } = visitor;
    const input = mouse(page);
    await context.addCookies([{ name: 'currency', value: 'CNY', url: shop.url }]);
    await fillIn(visitor, input, 'wechat');
    await input.press(orderButton(visitor));
    await page.waitForURL(/\/zh\/wechatpay\?token=/);
    await main(visitor)
      .getByRole('img', { name: t('QR code of this payment') })
      .waitFor();
    const { instructions, redirect_url, token } = await orderOf(visitor);
    assert.equal(redirect_url, null);
    const second = await context.newPage();
    await second.goto(instructions.demo_url);
    await second.locator('button[value="succeed"]').click();
    await second.waitForURL(/\/paysuccess\?token=/);
    await second.close();
    await page.waitForURL(`**/zh/paysuccess?token=${token}`);
    await heading(visitor, 'Thank you for your order');
  }));

test('K16: en: after nine codes renewal is manual, by keyboard', () =>
  withVisitor(shop, { lang: 'en', own: true }, async (visitor) => {
    const { page, calls, t } = visitor;
    await calls.add(SIMPLE);
    const { token } = await calls.order('wechat');
    await page.clock.install();
    await visitor.visit(`/wechatpay?token=${token}`);
    const expired = main(visitor).locator('p').getByText(t('payment.qr_expired'));
    /** @type {import('playwright-core').Request[]} */
    const renewals = [];
    page.on('request', (request) => {
      if (/payment\/refresh/.test(request.url())) renewals.push(request);
    });
    // A poll may renew a code before its countdown ends: 21.5 seconds renew one code or two.
    while ((await expired.count()) === 0) {
      assert.ok(renewals.length <= 9, `${renewals.length} codes`);
      const before = renewals.length;
      moved += 0.5;
      await later(moved);
      await page.clock.runFor(21_500);
      await until('a new code, or none', async () => renewals.length > before || (await expired.count()) > 0);
      for (const renewal of renewals.slice(before)) {
        const answer = await (await renewal.response())?.json();
        assert.ok(answer.data.instructions.code_seconds > 0, 'a code that can be paid');
      }
      await page.clock.runFor(100);
    }
    assert.equal(renewals.length, 9);
    await keyboard(page).press(button(visitor, 'Refresh code'));
    await expired.waitFor({ state: 'detached' });
    assert.equal((await orderOf(visitor)).status, 'pending', 'the order is still there');
  }));

test('a result URL without a language redirects to the language of the order', () =>
  withVisitor(shop, { lang: 'zh' }, async (visitor) => {
    await visitor.calls.add(SIMPLE);
    const { token } = await visitor.calls.order('wechat');
    await visitor.page.goto(`/wechatpay?token=${token}`);
    await visitor.page.waitForURL(`**/zh/wechatpay?token=${token}`);
    await heading(visitor, 'Pay with WeChat');
  }));

// ── Withdrawal ──────────────────────────────────────────────────────────────────────────────────────────────────────

test('en, mouse: withdrawing without a login from an order that is not found', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, t } = visitor;
    const input = mouse(page);
    await visitor.visit('');
    await input.press(
      page.locator('footer').getByRole('link', { name: t('Withdraw from contract here'), exact: true }),
    );
    await page.waitForURL(/\/en\/withdraw$/);
    await heading(visitor, 'Withdraw from contract');
    await input.press(button(visitor, 'Continue'));
    const summary = page.locator('[role="alert"][tabindex="-1"]');
    await until('the summary has focus', () => hasFocus(summary));
    for (const words of ['order.number_empty', 'address.name_empty', 'email.empty']) {
      await summary.getByText(t(words)).waitFor();
    }
    const email = `withdraw-${process.pid}@example.com`;
    await input.write(page.locator('#withdraw-order-number'), '2020-000001');
    await input.write(page.locator('#withdraw-name'), 'Harriet <Ashdown>');
    await input.write(page.locator('#withdraw-email'), email);
    await input.press(button(visitor, 'Continue'));
    await heading(visitor, 'Please check your withdrawal');
    await main(visitor).getByText(t('We cannot match this order number and email address')).waitFor();
    // Back leads to the form with its input.
    await page.goBack();
    await heading(visitor, 'Withdraw from contract');
    assert.equal(await page.locator('#withdraw-order-number').inputValue(), '2020-000001');
    await input.press(button(visitor, 'Continue'));
    await heading(visitor, 'Please check your withdrawal');
    await button(visitor, 'Confirm withdrawal').dblclick();
    await heading(visitor, 'We have received your withdrawal');
    const [, number = ''] = /(W\d{4}-\d{5})/.exec(await main(visitor).innerText()) ?? [];
    assert.ok(number, 'the receipt has a number');
    const list = JSON.parse(await shop.command('withdrawal', 'list', '--all', '--json'));
    assert.equal(list.filter((/** @type {any} */ one) => one.email === email).length, 1, 'made once');
    const mail = await until('the receipt is sent', () =>
      shop.mail(email, t('We have received your withdrawal {receipt}', { receipt: number })),
    );
    assert.ok(mail.includes('2020-000001'), mail);
  }));

test('de, keyboard: withdrawal from part of an order, by its link', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page, calls, t } = visitor;
    const input = keyboard(page);
    await calls.add(SIMPLE, 2);
    await calls.add('TOW-LAC-BAT-WHI');
    const { token, order_number } = await calls.order('bank_transfer');
    await visitor.visit(`/ordersuccess?token=${token}`);
    await input.press(link(visitor, 'Withdraw from contract here'));
    await heading(visitor, 'Withdraw from contract');
    const second = page.locator('#withdraw-piece-1');
    await second.waitFor();
    assert.equal(await page.locator('#withdraw-order-number').inputValue(), order_number);
    assert.equal(await page.locator('#withdraw-name').inputValue(), 'Jürgen Weißmüller');
    await input.tick(page.locator('#withdraw-piece-0'));
    await input.tick(second);
    await input.press(button(visitor, 'Continue'));
    await page.locator('[role="alert"]').getByText(t('withdrawal.items_empty')).waitFor();
    await input.tick(second);
    await input.press(button(visitor, 'Continue'));
    await heading(visitor, 'Please check your withdrawal');
    await until('the heading has focus', () => hasFocus(main(visitor).getByRole('heading', { level: 1 })));
    const { items } = await orderOfToken(visitor, token);
    const text = await main(visitor).innerText();
    assert.ok(text.includes(items[1].name) && !text.includes(items[0].name), text);
    await input.press(button(visitor, 'Confirm withdrawal'));
    await heading(visitor, 'We have received your withdrawal');
  }));

/** @param {Visitor} visitor @param {string} token */
const orderOfToken = (visitor, token) => visitor.calls.call('payment/index', { token });

// ── A customer's own order ──────────────────────────────────────────────────────────────────────────────────────────

test('en, mouse: a customer pays a pending order, and tracks its shipments', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, t } = visitor;
    const input = mouse(page);
    await calls.register();
    await calls.add(SIMPLE, 2);
    const { order_number } = await calls.order('card');
    const detail = `/order/detail?order_number=${order_number}`;
    await visitor.visit(detail);
    await main(visitor)
      .getByRole('heading', { name: t('This order is not paid yet') })
      .waitFor();
    await input.press(link(visitor, 'Continue to payment'));
    await page.waitForURL(/\/demo\/pay\//);
    await choose(visitor, input, 'decline', 'paymentuncertain');
    await visitor.visit(detail);
    await input.press(button(visitor, 'Pay now'));
    await page.waitForURL(/\/demo\/pay\//);
    await choose(visitor, input, 'succeed', 'ccordersuccess');
    await shop.ship(order_number, 'dhl', '00340434161094027318', `${SIMPLE}=1`);
    await visitor.visit(detail);
    const parcels = main(visitor).getByRole('region', { name: t('Your parcel'), exact: true });
    await parcels.getByRole('link', { name: /00340434161094027318/ }).waitFor();
    await parcels.getByText(t('What is not listed here follows in another parcel, at no extra cost.')).waitFor();
    await shop.command('order', 'ship', order_number);
    await shop.command('order', 'return', order_number, '--line', `${SIMPLE}=1`);
    await visitor.visit(detail);
    await main(visitor)
      .getByRole('heading', { name: t('Your parcels'), exact: true })
      .waitFor();
    await main(visitor).getByText(t('Refunded'), { exact: true }).waitFor();
    assert.deepEqual(await violations(page), []);
    await input.press(link(visitor, 'Withdraw from contract here'));
    await page.locator('#withdraw-piece-0').waitFor();
    assert.equal(await page.locator('#withdraw-order-number').inputValue(), order_number);
  }));

// ── Who counts ──────────────────────────────────────────────────────────────────────────────────────────────────────

test('trackers load only after consent', async () => {
  /** @type {string[]} */
  const asked = [];
  const outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('');
  });
  await new Promise((resolve) => outside.listen(0, '127.0.0.1', () => resolve(undefined)));
  after(() => outside.close());
  const address = outside.address();
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const counting = await setupShop({
    ...env,
    SHOP__ANALYTICS__TAG_MANAGER_ID: 'GTM-TEST1',
    SHOP__ANALYTICS__TAG_MANAGER_URL: host,
    SHOP__ANALYTICS__MATOMO_URL: host,
  });
  await withVisitor(counting, { lang: 'en', consent: null }, async (visitor) => {
    const { page, t, calls } = visitor;
    await visitor.visit('');
    const sheet = page.locator('#cookies');
    await sheet.waitFor();
    await calls.add(SIMPLE);
    const { token } = await calls.order('cheque');
    await visitor.visit(`/ordersuccess?token=${token}`);
    await until('the purchase is told', async () => (await purchases(visitor)).length === 1);
    await sheet.waitFor();
    assert.deepEqual(asked, [], 'before a decision');
    await sheet.getByRole('button', { name: t('Reject all') }).click();
    await sheet.waitFor({ state: 'detached' });
    await visitor.visit('/help/returns');
    await page.locator('[data-live] button').first().waitFor();
    assert.deepEqual(asked, [], 'after it was refused');
  });
  await withVisitor(counting, { lang: 'en', consent: null }, async (visitor) => {
    const { page, t, calls } = visitor;
    await calls.add(SIMPLE);
    const { token } = await calls.order('cheque');
    await visitor.visit(`/ordersuccess?token=${token}`);
    await page
      .locator('#cookies')
      .getByRole('button', { name: t('Accept all') })
      .click();
    await until('both are loaded', () => asked.length >= 2);
    assert.deepEqual([...asked].sort(), ['/gtm.js?id=GTM-TEST1', '/matomo.js']);
    // Trackers receive the purchase without the order's token.
    const told = await page.evaluate(() => JSON.stringify([window.dataLayer, /** @type {any} */ (window)._paq]));
    assert.ok(told.includes('trackEcommerceOrder') && told.includes('"page"'), told);
    assert.ok(!told.includes(token), told);
    await page
      .locator('footer')
      .getByRole('link', { name: t('Cookie settings') })
      .click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('button', { name: t('Reject all') }).click();
    // The document with the trackers is gone.
    await until('nobody counts', () =>
      page
        .evaluate(() => document.documentElement.dataset.ready !== undefined && !('_paq' in window))
        .catch(() => false),
    );
    assert.equal(asked.length, 2);
  });
});
