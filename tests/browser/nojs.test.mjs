/** Without JavaScript every page shows its content. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { assertHolds, money, plain, press, seen } from './support/noScripts.mjs';
import { fillCart, NONSENSE, orderToken, PRODUCTS, TERM } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { asHeading, LOCALES } from './support/texts.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__LANGUAGES: JSON.stringify(LANGS) });

/** @type {Record<string, (visitor: import('./support/browser.mjs').Visitor) => Promise<void>>} */
const routes = {
  async home({ page, visit, calls, lang }) {
    await visit('');
    const home = await calls.call('page/home');
    assertHolds(await seen(page), [
      home.hero.title,
      ...home.blocks.map((/** @type {any} */ block) => block.title),
      ...home.best_sellers.flatMap((/** @type {any} */ card) => [card.name, money(lang, card.price)]),
    ]);
  },
  async category({ page, visit, calls, lang }) {
    await visit('/c/bedding');
    const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const list = await calls.call('catalog/category', { url_key: key });
    assert.ok(list.items.length > 5);
    assertHolds(await seen(page), [
      list.name,
      ...list.items.flatMap((/** @type {any} */ card) => [card.name, money(lang, card.price)]),
    ]);
  },
  async 'the choice in an address'({ page, visit, calls, lang }) {
    const product = await calls.call('catalog/product', { sku: 'TOW-LAC' });
    const chosen = product.variants.at(-1);
    const query = new URLSearchParams(chosen.options);
    await visit(`${product.url.replace(`/${lang}`, '')}?${query}`);
    for (const [option, value] of Object.entries(chosen.options))
      assert.equal(await page.locator(`main [name="options.${option}"]:checked`).inputValue(), value);
    assertHolds(await seen(page), [money(lang, chosen.price)]);
    const shown = page.locator('main picture img').first();
    assert.equal(await shown.getAttribute('src'), product.images[chosen.images[0]].src);
  },
  async product({ page, visit, calls, lang, t }) {
    await visit(PRODUCTS.simple);
    const key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    const product = await calls.call('catalog/product', { url_key: key });
    assertHolds(await seen(page), [
      product.name,
      product.short_description,
      money(lang, product.price),
      product.sku,
      product.manufacturer.address,
      t('Add to bag'),
    ]);
  },
  async search({ page, visit, calls, lang }) {
    await visit(`/search?q=${TERM}`);
    const list = await calls.call('search/index', { q: TERM });
    assert.ok(list.items.length > 1);
    assertHolds(
      await seen(page),
      list.items.flatMap((/** @type {any} */ card) => [card.name, money(lang, card.price)]),
    );
  },
  async 'search without results'({ page, visit, t }) {
    await visit(`/search?q=${NONSENSE}`);
    assertHolds(await seen(page), [NONSENSE, t('Check the spelling, or try a shorter word.')]);
  },
  async help({ page, visit }) {
    await visit('/help/shipping-and-returns');
    const text = await seen(page);
    assert.ok(text.length > 1500, text);
  },
  async cart(visitor) {
    await fillCart(visitor);
    const { page, visit, calls, lang } = visitor;
    await visit('/cart');
    const cart = await calls.call('cart');
    assertHolds(await seen(page), [
      ...cart.items.flatMap((/** @type {any} */ item) => [item.name, money(lang, item.line_total)]),
      money(lang, cart.totals.total),
    ]);
  },
  async 'cart empty'({ page, visit, t }) {
    await visit('/cart');
    assertHolds(await seen(page), [asHeading(t('cart.empty'))]);
  },
  async checkout(visitor) {
    await fillCart(visitor);
    const { page, visit, calls, lang } = visitor;
    await visit('/checkout');
    const checkout = await calls.call('checkout/index');
    assertHolds(await seen(page), [
      ...checkout.items.map((/** @type {any} */ item) => item.name),
      money(lang, checkout.totals.total),
    ]);
    assert.ok(await page.locator('main input[autocomplete~="given-name"]').isVisible());
  },
  async result(visitor) {
    const { page, visit, calls, lang } = visitor;
    const token = await orderToken(visitor, 'bank_transfer');
    await visit(`/ordersuccess?token=${token}`);
    const order = await calls.call('payment/index', { token });
    assertHolds(await seen(page), [order.order_number, order.instructions.iban, money(lang, order.totals.total)]);
  },
  async 'payment still open'(visitor) {
    const { page, visit, calls, lang, t } = visitor;
    const token = await orderToken(visitor, 'card');
    await visit(`/ordersuccess?token=${token}`);
    const order = await calls.call('payment/index', { token });
    assertHolds(await seen(page), [
      t('Your payment is still open'),
      order.order_number,
      money(lang, order.totals.total),
    ]);
    // Paying works without script.
    assert.equal(await page.locator(`main a[href="${order.redirect_url}"]`).count(), 1);
  },
  async 'card declined'(visitor) {
    const { page, visit, t } = visitor;
    await visit(`/paymentuncertain?token=${await orderToken(visitor, 'card', 'decline')}`);
    assertHolds(await seen(page), [t('Your payment was not accepted'), 'maison@valmere.example']);
  },
  async withdraw({ page, visit, t }) {
    await visit('/withdraw');
    assertHolds(await seen(page), [t('Withdraw from contract')]);
    assert.ok(await page.locator('main form').isVisible());
  },
  async login({ page, visit, t }) {
    await visit('/login');
    assertHolds(await seen(page), [t('Log in')]);
    assert.ok(await page.locator('main form').isVisible());
  },
  async register({ page, visit, t }) {
    await visit('/register');
    assertHolds(await seen(page), [t('Create an account')]);
    assert.ok(await page.locator('main form').isVisible());
  },
  async 'not found'({ page, visit, expected, t }) {
    expected.push(/\/no-such-page$/);
    await visit('/no-such-page');
    assertHolds(await seen(page), [t('Page not found')]);
  },
};

for (const lang of LANGS) {
  test(`${lang}: every page without JavaScript`, async (suite) => {
    const titles = new Set();
    for (const [name, look] of Object.entries(routes)) {
      await suite.test(name, () =>
        withVisitor(shop, { lang, js: false }, async (visitor) => {
          await look(visitor);
          const { page } = visitor;
          assert.equal(await page.locator('html').getAttribute('lang'), LOCALES[lang]);
          titles.add(await page.title());
        }),
      );
    }
    // Each page has its own title; the cart has one, full or empty.
    assert.equal(titles.size, Object.keys(routes).length - 1, [...titles].join('\n'));
  });
}

for (const lang of LANGS) {
  test(`${lang}: a whole order without JavaScript`, () =>
    withVisitor(shop, { lang, js: false }, async (visitor) => {
      const { page, visit, calls, t, expected } = visitor;
      expected.push(/\/do\/checkout\/place$/);
      const product = await calls.call('catalog/product', { sku: 'TOW-LAC' });
      const chosen = product.variants.findLast((/** @type {any} */ one) => one.availability !== 'out_of_stock');
      await visit(product.url.replace(`/${lang}`, ''));
      for (const [option, value] of Object.entries(chosen.options)) {
        const radio = page.locator(`main [name="options.${option}"][value="${value}"]`);
        if ((await radio.count()) > 0) await radio.check({ force: true });
        else await page.locator(`#option-${option}`).selectOption(String(value));
      }
      await page.locator('#product-qty').fill('2');
      assert.equal(await press(visitor, t('Add to bag')), 303);
      assert.ok(page.url().endsWith(`/${lang}/cart`), page.url());
      const bag = async () => (await calls.call('cart')).items;
      assert.deepEqual(
        (await bag()).map((/** @type {any} */ item) => [item.sku, item.qty]),
        [[chosen.sku, 2]],
      );
      await page.locator('main input[name=qty]').fill('1');
      assert.equal(await press(visitor, t('Change the quantity')), 303);
      assert.equal((await bag())[0].qty, 1);

      await visit('/checkout');
      const main = page.locator('main');
      assert.equal(await press(visitor, t('Order with obligation to pay')), 422);
      assertHolds(await seen(page), [t('There is a problem')]);
      const fill = (/** @type {string} */ name, /** @type {string} */ text) =>
        main.locator(`[name="${name}"]`).fill(text);
      await fill('email', `nojs.${lang}@example.com`);
      await fill('shipping_address.first_name', 'Claire');
      await fill('shipping_address.last_name', 'Martin');
      await main.locator('[name="shipping_address.country"]').selectOption('AT');
      await fill('shipping_address.address1', 'Seestraße 8');
      await fill('shipping_address.postcode', '1010');
      await fill('shipping_address.city', 'Wien');
      await fill('shipping_address.telephone', '+43 1 234567');
      await main.locator('[name=payment_method][value=bank_transfer]').check({ force: true });
      await main.locator('[name=terms]').check();
      // To another country the order may cost something else: the page says what, before anything is ordered.
      const status = await press(visitor, t('Order with obligation to pay'));
      if (status === 422) {
        assert.equal(await main.locator('[name="shipping_address.city"]').inputValue(), 'Wien');
        assert.ok(await main.locator('[name=terms]').isChecked());
        assert.equal(await press(visitor, t('Order with obligation to pay')), 303);
      } else assert.equal(status, 303);
      const { searchParams, pathname } = new URL(page.url());
      assert.equal(pathname, `/${lang}/ordersuccess`);
      const order = await calls.call('payment/index', { token: searchParams.get('token') });
      assertHolds(await seen(page), [order.order_number, order.instructions.iban, money(lang, order.totals.total)]);
      assert.deepEqual(await bag(), []);
    }));
}

for (const lang of LANGS) {
  test(`${lang}: a list is searched, filtered and sorted without JavaScript`, () =>
    withVisitor(shop, { lang, js: false }, async ({ page, visit, calls, t }) => {
      const main = page.locator('main');
      const names = async () => (await main.locator('article h2').allInnerTexts()).map(plain);
      /** @param {any} list */
      const namesOf = (list) => list.items.map((/** @type {any} */ card) => plain(card.name));
      await visit('/c/bedding');
      const url_key = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
      const { facets } = await calls.call('catalog/category', { url_key });
      const [{ code, values }] = facets;
      await main.locator(`[name="f.${code}"]`).selectOption(values[0].value);
      await main.locator('[name=sort]').last().selectOption('price_desc');
      await main.getByRole('button', { name: t('Show products'), exact: true }).click();
      await page.waitForURL(/sort=price_desc/);
      const filter = { [`f.${code}`]: values[0].value };
      assert.deepEqual(
        await names(),
        namesOf(await calls.call('catalog/category', { url_key, sort: 'price_desc', ...filter })),
      );
      assert.equal(await main.locator(`[name="f.${code}"]`).inputValue(), values[0].value);
      await main.getByRole('link', { name: t('Clear filters'), exact: true }).click();
      await page.waitForURL((address) => address.search === '');
      await page
        .locator('header')
        .getByRole('button', { name: t('Search'), exact: true })
        .click();
      await main.locator('[name=q]').fill(TERM);
      await main.getByRole('button', { name: t('Search'), exact: true }).click();
      await page.waitForURL(/\?q=/);
      assert.deepEqual(await names(), namesOf(await calls.call('search/index', { q: TERM })));
    }));
}

test('en: a login without JavaScript, refused and then not', () =>
  withVisitor(shop, { lang: 'en', js: false }, async (visitor) => {
    const { page, visit, calls, t, expected } = visitor;
    expected.push(/\/do\/customer\/login$/);
    const email = await calls.register();
    await calls.call('customer/logout');
    await visit('/login?return=%2Fen%2Forder');
    await page.locator('#email').fill(email);
    await page.locator('#password').fill('not-this-one-1');
    assert.equal(await press(visitor, t('Log in')), 422);
    assertHolds(await seen(page), [t('login.incorrect')]);
    assert.equal(await page.locator('#email').inputValue(), email);
    assert.equal(await page.locator('#password').inputValue(), '');
    await page.locator('#password').fill(PASSWORD);
    assert.equal(await press(visitor, t('Log in')), 303);
    assert.ok(page.url().endsWith('/en/order'), page.url());
  }));
