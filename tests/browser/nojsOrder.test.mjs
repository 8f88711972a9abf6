/** Without scripts: orders by card and by cheque; payment, cancellation, survey, link and fapiao; the whole bag; cookies; menus. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { newAddress } from './support/calls.mjs';
import { isTurnOf } from './support/coverage.mjs';
import { assertHolds, money, press, seen } from './support/noScripts.mjs';
import { fillCart, PRODUCTS, raiseStock, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { asHeading, LOCALES, ORDER_BUTTON } from './support/texts.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
/** Of which each language leaves one piece too few. */
const SCARCE = 'TOW-GAN';
const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__LANGUAGES: JSON.stringify(LANGS) });
await raiseStock(shop);
await shop.command('stock', 'set', 'TOW-LAC-BAT-WHI', '10000');

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/**
 * Follows a link, or presses the button of a form that changes nothing.
 * @param {Visitor} visitor
 * @param {import('playwright-core').Locator} target
 * @param {(url: URL) => boolean} to
 */
async function go({ page }, target, to) {
  await target.click();
  await page.waitForURL(to);
}

/**
 * Orders an item from its page on.
 * @param {Visitor} visitor
 * @param {'card' | 'cheque'} payment
 */
async function order(visitor, payment) {
  const { page, visit, lang, t, expected } = visitor;
  expected.push(/\/do\/checkout\/place$/);
  const main = page.locator('main');
  await visit(PRODUCTS.simple);
  assert.equal(await press(visitor, t('Add to bag')), 303);
  await go(visitor, main.getByRole('link', { name: t('To checkout'), exact: true }).first(), (url) =>
    url.pathname.endsWith('/checkout'),
  );
  const person = {
    email: newAddress(),
    'shipping_address.first_name': 'Claire',
    'shipping_address.last_name': 'Martin',
    'shipping_address.address1': 'Seestraße 8',
    'shipping_address.postcode': '1010',
    'shipping_address.city': 'Wien',
    'shipping_address.telephone': '+43 1 234567',
  };
  for (const [name, text] of Object.entries(person)) await main.locator(`[name="${name}"]`).fill(text);
  await main.locator('[name="shipping_address.country"]').selectOption('AT');
  await main.locator(`[name=payment_method][value=${payment}]`).check({ force: true });
  await main.locator('[name=terms]').check();
  // To another country the order may cost something else: the page says what first.
  if ((await press(visitor, ORDER_BUTTON[lang])) === 422) {
    assert.ok(await main.locator(`[name=payment_method][value=${payment}]`).isChecked());
    assert.equal(await press(visitor, ORDER_BUTTON[lang]), 303);
  }
}

/**
 * What the order's page says, and what became of the order.
 * @param {Visitor} visitor
 * @param {string} route
 */
async function ordered({ page, lang, calls }, route) {
  await page.waitForURL((url) => url.pathname === `/${lang}/${route}`);
  const token = new URL(page.url()).searchParams.get('token');
  const placed = await calls.call('payment/index', { token });
  assertHolds(await seen(page), [placed.order_number, money(lang, placed.totals.total)]);
  assert.deepEqual((await calls.call('cart')).items, []);
  return placed;
}

/** @type {Record<string, (visitor: Visitor) => Promise<void>>} */
const forms = {
  async 'an order is placed and paid by card'(visitor) {
    const { page, t, calls } = visitor;
    await order(visitor, 'card');
    await page.waitForURL(/\/demo\/pay\//);
    assert.equal((await calls.call('cart')).items.length, 1, 'the bag stays until it is paid');
    assert.equal(await press(visitor, t('Pay')), 303);
    const { outcome, status } = await ordered(visitor, 'ccordersuccess');
    assert.deepEqual([outcome, status], ['success', 'processing']);
  },
  async 'an order is placed, to be paid by cheque'(visitor) {
    const { page, t } = visitor;
    await order(visitor, 'cheque');
    const { status } = await ordered(visitor, 'ordersuccess');
    assert.equal(status, 'pending_cheque');
    assert.ok(await page.getByRole('heading', { name: t('Your cheque') }).isVisible());
  },
  async 'a declined order is paid another way, rated and cancelled'(visitor) {
    const { page, visit, calls, lang, t, expected } = visitor;
    expected.push(/\/do\/(payment\/retry|contact\/post)$/);
    const main = page.locator('main');
    await calls.add(SIMPLE);
    const { token, order_number, payment } = await calls.order('card');
    await calls.pay(payment.redirect_url, 'decline');
    await visit(`/paymentuncertain?token=${token}`);
    assert.ok(await main.getByRole('button', { name: t('Try again'), exact: true }).isVisible());
    assert.equal(await press(visitor, t('Pay this way')), 422);
    assertHolds(await seen(page), [t('checkout.payment_method_empty')]);
    await main.locator('[name=payment_method][value=bank_transfer]').check({ force: true });
    assert.equal(await press(visitor, t('Pay this way')), 303);
    assert.ok(page.url().endsWith(`/${lang}/ordersuccess?token=${token}`), page.url());
    const order = () => calls.call('payment/index', { token });
    assert.deepEqual(await order().then((now) => [now.status, now.order_number]), [
      'pending_bank_transfer',
      order_number,
    ]);
    // What scripts alone do is not there.
    assert.equal(await main.getByRole('button', { name: t('Print'), exact: true }).count(), 0);

    await page.locator('#survey-comment').fill('Calm & quick.');
    assert.equal(await press(visitor, t('Send')), 422);
    assertHolds(await seen(page), [t('contact.survey_rating')]);
    assert.equal(await page.locator('#survey-comment').inputValue(), 'Calm & quick.');
    await page.locator('#survey-4').check({ force: true });
    assert.equal(await press(visitor, t('Send')), 303);
    assertHolds(await seen(page), [t('contact.survey_thanks')]);

    const cancel = main.getByRole('link', { name: t('Cancel the order'), exact: true });
    await go(visitor, cancel, (url) => url.searchParams.get('confirm') === 'cancel');
    assertHolds(await seen(page), [t('Cancel order {number}?', { number: order_number })]);
    assert.equal((await order()).status, 'pending_bank_transfer');
    assert.equal(await press(visitor, t('Cancel the order')), 303);
    assertHolds(await seen(page), [t('order.canceled')]);
    assert.equal((await order()).status, 'canceled');
  },
  async 'a customer keeps an order, then cancels it'(visitor) {
    const { page, visit, calls, t } = visitor;
    const link = (/** @type {string} */ name) => page.locator('main').getByRole('link', { name, exact: true });
    await calls.register();
    await calls.add(SIMPLE);
    const { order_number } = await calls.order('bank_transfer');
    await visit(`/order/detail?order_number=${order_number}`);
    await go(visitor, link(t('Cancel the order')), (url) => url.searchParams.has('confirm'));
    await go(visitor, link(t('Keep the order')), (url) => !url.searchParams.has('confirm'));
    await go(visitor, link(t('Cancel the order')), (url) => url.searchParams.has('confirm'));
    assert.equal(await press(visitor, t('Cancel the order')), 303);
    assertHolds(await seen(page), [t('order.canceled')]);
    assert.equal((await calls.call('order/view', { order_number })).status, 'canceled');
  },
  async 'a new link is asked for'(visitor) {
    const { page, visit, lang, t, expected } = visitor;
    expected.push(/\/ordersuccess\?(token=nothing|done=asked)$/, /\/do\/order\/link$/);
    await visit('/ordersuccess?token=nothing');
    await page.locator('#link-order_number').fill('2026-000123');
    assert.equal(await press(visitor, t('Send me a new link')), 422);
    assertHolds(await seen(page), [t('There is a problem')]);
    assert.equal(await page.locator('#link-order_number').inputValue(), '2026-000123');
    await page.locator('#link-email').fill(newAddress());
    assert.equal(await press(visitor, t('Send me a new link')), 303);
    assert.ok(page.url().endsWith(`/${lang}/ordersuccess?done=asked`), page.url());
    assertHolds(await seen(page), [t('order.link_asked')]);
  },
  async 'a waiting order is confirmed'(visitor) {
    const { visit, calls, t } = visitor;
    const email = newAddress();
    await calls.add(SIMPLE, 6);
    await calls.add('TOW-LAC-BAT-WHI', 3);
    const { order_number } = await calls.order('bank_transfer', email);
    const subject = t('Please confirm your order {number}', { number: order_number });
    const mail = await until('the link is mailed', () => calls.mail(email, subject));
    const token = /token=(\w{64})/.exec(mail)?.[1] ?? '';
    assert.ok(token, mail);
    await visit(`/ordersuccess?token=${token}`);
    assert.equal(await press(visitor, t('Confirm my order')), 303);
    assert.equal((await calls.call('payment/index', { token })).awaiting_confirmation, false);
  },
  async 'the bag is brought down to what is left, and emptied'(visitor) {
    const { page, visit, calls, t } = visitor;
    await shop.command('stock', 'set', SCARCE, '3');
    await calls.add(SCARCE, 3);
    await shop.command('stock', 'set', SCARCE, '2');
    await visit('/cart');
    assert.equal(await press(visitor, t('Change quantity to {left}', { left: '2' })), 303);
    assert.equal((await calls.call('cart')).items[0].qty, 2);
    await fillCart(visitor);
    await visit('/cart');
    const all = page.locator('main').getByRole('button', { name: t('Remove all'), exact: true });
    await go(visitor, all, (url) => url.search === '?confirm=all');
    assert.equal((await calls.call('cart')).items.length, 3);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page.locator('section[aria-labelledby="cart-confirm"] button').click();
    assert.equal((await answered).status(), 303);
    await page.waitForLoadState();
    assertHolds(await seen(page), [asHeading(t('cart.empty'))]);
  },
  async 'cookies are chosen'(visitor) {
    const { page, context, visit, t } = visitor;
    await visit('');
    const settings = page.locator('footer').getByRole('link', { name: t('Cookie settings'), exact: true });
    await go(visitor, settings, (url) => url.pathname.endsWith('/cookies'));
    assertHolds(await seen(page), [t('Always on'), 'firstVisit']);
    await page.locator('main [name=functional]').check();
    assert.equal(await press(visitor, t('Save my choice')), 303);
    assertHolds(await seen(page), [t('Your choice is saved.')]);
    const kept = async () => (await context.cookies()).find(({ name }) => name === 'cookieConsent')?.value;
    assert.equal(await kept(), 'essential.functional');
    assert.equal(await press(visitor, t('Reject all')), 303);
    assert.equal(await kept(), 'essential');
  },
  async 'a department, another language and another currency are reached'(visitor) {
    const { page, context, visit, calls, lang } = visitor;
    await visit('/help/returns');
    const { items } = await calls.call('page/topmenu');
    const department = items.find((/** @type {any} */ item) => item.children.length > 0);
    const named = page.locator('header nav').getByRole('button', { name: department.name, exact: true });
    await go(visitor, named, (url) => decodeURIComponent(url.pathname) === decodeURIComponent(department.url));
    // It opens by script.
    assert.ok(await page.locator('header button[aria-expanded]:not(nav *)').isHidden());
    const footer = page.locator('footer');
    const currency = footer.locator('a[href*="currency="]:not([aria-current])').first();
    const code = (await currency.innerText()).trim();
    await currency.click();
    await page.waitForLoadState();
    assert.equal((await footer.locator('a[href*="currency="][aria-current]').innerText()).trim(), code);
    const other = lang === 'en' ? 'fr' : 'en';
    await go(visitor, footer.locator(`a[hreflang="${LOCALES[other]}"]`), (url) => url.pathname.startsWith(`/${other}`));
    assert.equal(await page.locator('html').getAttribute('lang'), LOCALES[other]);
    // It is remembered.
    const kept = (await context.cookies()).find(({ name }) => name === 'lang');
    assert.equal(kept?.value, other);
    await page.goto('/');
    assert.equal(new URL(page.url()).pathname, `/${other}`);
  },
  async 'stock and dates are told'(visitor) {
    const { page, visit, calls, lang, t } = visitor;
    const main = page.locator('main');
    const shown = async (/** @type {import('playwright-core').Locator} */ where, /** @type {string} */ date) =>
      assert.match(await where.innerText(), new RegExp(`(^|\\D)${Number(date.slice(-2))}(\\D|$)`));
    await visit(PRODUCTS.simple);
    const url_key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const { delivery } = await calls.call('catalog/product', { url_key });
    const link = main.getByRole('link', { name: t('See today’s stock and delivery dates'), exact: true });
    await go(visitor, link, (url) => url.searchParams.has('today'));
    await shown(main.locator('li', { has: page.locator('[role=status]') }).first(), delivery.to);
    assert.equal(await link.count(), 0);
    await calls.add(SIMPLE);
    await visit('/cart');
    const { shipping_methods, payment_methods } = await calls.call('checkout/index');
    await shown(page.locator('#cart-terms'), shipping_methods[0].delivery_to);
    const terms = await page.locator('#cart-terms').innerText();
    for (const { name } of payment_methods) assert.ok(terms.includes(name), `${lang}: ${name}`);
  },
};

for (const lang of LANGS) {
  test(`${lang}: what follows an order, bag, cookies and menus without JavaScript`, async (suite) => {
    for (const [at, [name, send]] of Object.entries(forms).entries()) {
      if (isTurnOf(lang, at)) await suite.test(name, () => withVisitor(shop, { lang, js: false }, send));
    }
  });

  test(`${lang}: the departments on a phone without JavaScript`, () =>
    withVisitor(shop, { lang, js: false, width: 375 }, async (visitor) => {
      const { page, visit, t } = visitor;
      await visit('/help/returns');
      const burger = page.getByRole('button', { name: t('Menu'), exact: true });
      await go(visitor, burger, (url) => url.hash === '#departments');
      const departments = page.locator('#departments a');
      assert.ok((await departments.count()) > 2);
      await until('they are in sight', () =>
        departments.first().evaluate((link) => {
          const { top, bottom } = link.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      );
    }));
}

test('zh: a fapiao is asked for without JavaScript', () =>
  withVisitor(shop, { lang: 'zh', js: false }, async (visitor) => {
    const { page, visit, calls, t, expected } = visitor;
    expected.push(/\/do\/fapiao\/create$/);
    const main = page.locator('main');
    await calls.register();
    await calls.add(SIMPLE);
    const { order_number } = await calls.order('bank_transfer');
    await visit(`/order/detail?order_number=${order_number}`);
    const ask = main.getByRole('link', { name: t('Ask for a fapiao'), exact: true });
    await go(visitor, ask, (url) => url.searchParams.get('confirm') === 'fapiao');
    await main.locator('[name=type][value=business]').check({ force: true });
    await main.locator('[name=business_name]').fill('湖畔酒店管理有限公司');
    assert.equal(await press(visitor, t('Send')), 422);
    assertHolds(await seen(page), [t('There is a problem')]);
    assert.equal(await main.locator('[name=business_name]').inputValue(), '湖畔酒店管理有限公司');
    await main.locator('[name=tax_id]').fill('91310000MA1K35X12Y');
    assert.equal(await press(visitor, t('Send')), 303);
    assertHolds(await seen(page), [t('fapiao.requested'), '91310000MA1K35X12Y', t('Fapiao for a business')]);
  }));
