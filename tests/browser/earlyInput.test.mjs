/**
 * Before hydration: scripts are held back while a visitor types, chooses and presses. Nothing typed enters a URL, and all of it
 * counts afterwards.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { holdBack, SCRIPTS } from './support/holdBack.mjs';
import { fillCart, PRODUCTS } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/**
 * Opens a page whose scripts wait; the result lets them run, and waits for hydration.
 * @param {Visitor} visitor
 * @param {string} path
 */
async function open({ page, lang }, path) {
  const release = await holdBack(page, SCRIPTS);
  await page.goto(`/${lang}${path}`, { waitUntil: 'commit' });
  await until('the document is read', () => page.evaluate(() => document.readyState !== 'loading'));
  assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), undefined);
  return async () => {
    release();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.unrouteAll();
  };
}

test('en: login, sent before hydration, is sent by the browser, and comes again as a page of its own address', () =>
  withVisitor(shop, { lang: 'en', expected: [/\/do\/customer\/login$/] }, async (visitor) => {
    const { page, t } = visitor;
    const release = await open(visitor, '/login?return=%2Fen%2Fwishlist');
    const before = page.url();
    await page.locator('#email').fill('claire@example.com');
    await page.locator('#password').fill('quiet-lake');
    await page.locator('#password').press('Enter');
    await page.waitForURL(/\/do\/customer\/login$/, { waitUntil: 'commit' });
    await release();
    await page.waitForURL(before);
    await page.getByText(t('login.incorrect')).first().waitFor();
    assert.equal(await page.locator('#email').inputValue(), 'claire@example.com');
    assert.equal(await page.locator('#password').inputValue(), '');
    // Reloaded, it sends nothing again.
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('alert').count(), 0);
  }));

for (const { call, path, fields } of [
  {
    call: 'customer/create',
    path: '/register',
    fields: { first_name: 'Claire', email: 'claire@example.com', password: 'quiet-lake' },
  },
  { call: 'account/forgot', path: '/forgetpwd', fields: { email: 'claire.martin' } },
  { call: 'contact/post', path: '/contact-us', fields: { 'contact-name': 'Claire', 'contact-message': 'My order' } },
  { call: 'order/withdraw', path: '/withdraw', fields: { 'withdraw-name': 'Claire', 'withdraw-message': 'The robe' } },
]) {
  const sent = new RegExp(`/do/${call}$`);
  test(`en: ${path}, sent before hydration, is sent by the browser, and keeps what was typed out of its URL`, () =>
    withVisitor(shop, { lang: 'en', expected: [sent] }, async (visitor) => {
      const { page } = visitor;
      /** @type {string[]} */
      const asked = [];
      page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
      const release = await open(visitor, path);
      const before = page.url();
      const main = page.locator('main');
      for (const [id, value] of Object.entries(fields)) await main.locator(`#${id}`).fill(value);
      const form = main.locator('form', { has: page.locator(`#${Object.keys(fields)[0]}`) });
      await form.locator('button[type="submit"]').click();
      await page.waitForURL(sent, { waitUntil: 'commit' });
      await release();
      await page.waitForURL(before);
      await page.getByRole('alert').first().waitFor();
      for (const [id, value] of Object.entries(fields))
        assert.equal(await main.locator(`#${id}`).inputValue(), id === 'password' ? '' : value, id);
      const told = asked.filter((url) => Object.values(fields).some((value) => url.includes(value)));
      assert.deepEqual(told, []);
    }));
}

test('en: whichever script fails to load, a login is answered, and nothing of it stands in an address', async (suite) => {
  /** @type {Set<string>} */
  const scripts = new Set();
  await withVisitor(shop, { lang: 'en' }, async ({ page, visit }) => {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname);
    });
    await visit('/login');
  });
  assert.ok(scripts.size > 3, [...scripts].join('\n'));
  for (const script of scripts) {
    await suite.test(script.replace(/.*\/|-[^-]*\.js$/g, ''), () =>
      withVisitor(shop, { lang: 'en', expected: [/\/do\/customer\/login$/, /\.js$/] }, async (visitor) => {
        const { page, t } = visitor;
        /** @type {string[]} */
        const asked = [];
        page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
        await page.route(`**${script}`, (route) => route.fulfill({ status: 503 }));
        await page.goto('/en/login');
        await page.locator('#email').fill('claire@example.com');
        await page.locator('#password').fill('quiet-lake');
        await page.locator('#password').press('Enter');
        await page.getByText(t('login.incorrect')).first().waitFor();
        assert.deepEqual(
          asked.filter((url) => /claire@|quiet-lake/.test(url)),
          [],
        );
      }),
    );
  }
});

test('en: a country and a payment method chosen before hydration', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, t } = visitor;
    await fillCart(visitor);
    const release = await open(visitor, '/checkout');
    const main = page.locator('main');
    await main.locator('#shipping-address-country').selectOption('FR');
    await main.locator('#shipping-address-first-name').fill('Claire');
    await main.locator('#shipping-address-postcode').fill('69002');
    await main.locator('input[value="cheque"]').check();
    const asked = page.waitForRequest(
      (request) => request.url().includes('checkout/index') && `${request.url()} ${request.postData()}`.includes('FR'),
    );
    await release();
    await asked;
    const { totals } = await calls.call('checkout/index', { country: 'FR' });
    const total = new Intl.NumberFormat('en-GB', { style: 'currency', currency: totals.currency }).format(
      Number(totals.total),
    );
    await main.getByText(total, { exact: true }).filter({ visible: true }).first().waitFor();
    await main.getByRole('button', { name: t('Order with obligation to pay'), exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    assert.equal(await main.locator('#shipping-address-country').inputValue(), 'FR');
    assert.equal(await main.locator('#shipping-address-first-name').inputValue(), 'Claire');
    assert.equal(await main.locator('#shipping-address-postcode').inputValue(), '69002');
    assert.ok(await main.locator('input[value="cheque"]').isChecked());
    // A reload keeps all of it.
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await until(
      'the country is there',
      async () => (await main.locator('#shipping-address-country').inputValue()) === 'FR',
    );
    assert.equal(await main.locator('#shipping-address-postcode').inputValue(), '69002');
  }));

test('en: an order of the list chosen before hydration', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page } = visitor;
    const release = await open(visitor, '/c/bedding');
    await page.locator('#list-sort').selectOption('price_desc');
    await release();
    await page.waitForURL(/\?sort=price_desc$/);
    const before = page.url();
    await page.goBack();
    await until('Back undoes it', async () => (await page.locator('#list-sort').inputValue()) === 'position');
    assert.notEqual(page.url(), before);
  }));

test('en: options, quantity and the press on the button of a product before hydration', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, t } = visitor;
    const product = await calls.call('catalog/product', { sku: 'TOW-LAC' });
    const chosen = product.variants.findLast((/** @type {any} */ one) => one.availability !== 'out_of_stock');
    const release = await open(visitor, product.url.replace('/en', ''));
    for (const [option, value] of Object.entries(chosen.options)) {
      const radio = page.locator(`main [name="options.${option}"][value="${value}"]`);
      if ((await radio.count()) > 0) await radio.check({ force: true });
      else await page.locator(`#option-${option}`).selectOption(String(value));
    }
    await page.locator('#product-qty').fill('2');
    await page.locator('main h1').click();
    await release();
    await page.waitForURL((url) =>
      Object.entries(chosen.options).every(([option, value]) => url.searchParams.get(option) === value),
    );
    await page
      .getByRole('button', { name: t('Add to bag'), exact: true })
      .first()
      .click();
    await until('it is in the bag', async () => {
      const { items } = await calls.call('cart');
      return items.some((/** @type {any} */ item) => item.sku === chosen.sku && item.qty === 2);
    });
  }));

test('en: a press between the entry script and hydration', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, t } = visitor;
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    // A session from the start: the page's first call and the test's, sent at once, would begin two, of which one is kept.
    await calls.call('cart');
    await page.route(/\/assets\/ProductScreen.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    // The entry script listens to presses from its first lines on; nothing on the page shows when it does.
    await page.addInitScript(() => {
      const { addEventListener } = document;
      document.addEventListener = (/** @type {any[]} */ ...args) => {
        Reflect.apply(addEventListener, document, args);
        if (args[0] === 'click' && args[2] === true) document.documentElement.dataset.listens = '';
      };
    });
    await page.goto(`/en${PRODUCTS.simple}`, { waitUntil: 'commit' });
    await page.locator('html[data-listens]').waitFor({ state: 'attached' });
    const add = page.getByRole('button', { name: t('Add to bag'), exact: true }).first();
    for (let press = 0; press < 3; press += 1) await add.click();
    release();
    await until('it is in the bag', async () => (await calls.call('cart')).items.length === 1);
    assert.equal((await calls.call('cart')).total_qty, 1);
    await page.unrouteAll();
  }));

test('en: Back and Forward between a withdrawal and its review', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, visit, t } = visitor;
    await visit('/withdraw');
    await page.locator('#withdraw-order-number').fill('2020-000001');
    await page.locator('#withdraw-name').fill('Claire');
    await page.locator('#withdraw-email').fill('claire@example.com');
    const heading = (/** @type {string} */ name) =>
      page.getByRole('heading', { level: 1, name: t(name), exact: true }).waitFor();
    const go = page.getByRole('button', { name: t('Continue'), exact: true });
    await go.click();
    await heading('Please check your withdrawal');
    await page.goBack();
    await heading('Withdraw from contract');
    await page.goForward();
    await heading('Please check your withdrawal');
    await page.goBack();
    await heading('Withdraw from contract');
    // Another statement is sent and read before it is reviewed.
    await page.locator('#withdraw-name').fill('Claire Aubert');
    await page.goForward();
    await heading('Withdraw from contract');
    await go.click();
    await heading('Please check your withdrawal');
    await page.getByText('Claire Aubert', { exact: true }).waitFor();
  }));
