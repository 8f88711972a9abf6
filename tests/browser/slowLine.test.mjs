/**
 * On a slow line, whose scripts have not come yet: a form is sent by the browser, what it holds stands in no address, and it does
 * what it does without scripts.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { newAddress, PASSWORD } from './support/calls.mjs';
import { holdBack, SCRIPTS } from './support/holdBack.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** About a bad connection by radio. */
const LINE = { offline: false, latency: 300, downloadThroughput: 60_000, uploadThroughput: 30_000 };

/**
 * Slows the line down and holds all scripts back. `arrive` lets them come, and waits for hydration.
 * @param {import('./support/browser.mjs').Visitor} visitor
 */
async function slow({ page, context, lang }) {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  const release = await holdBack(page, SCRIPTS);
  /** @type {string[]} */
  const asked = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  return {
    async open(/** @type {string} */ path) {
      await page.goto(`/${lang}${path}`, { waitUntil: 'commit' });
      await until('the document is read', () => page.evaluate(() => document.readyState !== 'loading'));
      assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), undefined);
    },
    /** Presses a button that sends its form, and answers with the status. */
    async send(/** @type {import('playwright-core').Locator} */ button) {
      const answered = page.waitForResponse((response) => response.request().method() === 'POST');
      await button.click();
      return (await answered).status();
    },
    /** No address has held any of these. */
    keeps(/** @type {string[]} */ ...secrets) {
      const told = [...asked, page.url()].filter((url) => secrets.some((secret) => url.includes(secret)));
      assert.deepEqual(told, []);
    },
    async arrive() {
      release();
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await page.unrouteAll();
    },
  };
}

test('en: a login', () =>
  withVisitor(shop, { lang: 'en', own: true }, async (visitor) => {
    const { page, calls, t } = visitor;
    const email = await calls.register();
    await calls.call('customer/logout');
    const line = await slow(visitor);
    await line.open('/login');
    await page.locator('#email').fill(email);
    await page.locator('#password').fill(PASSWORD);
    assert.equal(await line.send(page.locator('main').getByRole('button', { name: t('Log in'), exact: true })), 303);
    await page.waitForURL(/\/en\/order$/, { waitUntil: 'commit' });
    line.keeps(email, PASSWORD);
    assert.equal((await calls.call('account/info')).email, email);
    await line.arrive();
    line.keeps(email, PASSWORD);
  }));

test('de: the newsletter', () =>
  withVisitor(shop, { lang: 'de', own: true, expected: [/\/do\/newsletter\/subscribe$/] }, async (visitor) => {
    const { page, t } = visitor;
    const email = newAddress();
    const line = await slow(visitor);
    await line.open('/help/returns');
    await page.locator('footer [name=email]').fill(email);
    const subscribe = (/** @type {string} */ where) =>
      page
        .locator(where)
        .getByRole('button', { name: t('Subscribe'), exact: true })
        .first();
    // Which letters, the page of the newsletter asks.
    assert.equal(await line.send(subscribe('footer')), 422);
    await page.locator('main [name=hah_subscribe]').check();
    assert.equal(await page.locator('main [name=email]').inputValue(), email);
    assert.equal(await line.send(subscribe('main')), 303);
    await page.waitForURL(/\/de\/newsletter\?done=asked$/, { waitUntil: 'commit' });
    line.keeps(email);
    await line.arrive();
    await page.getByText(t('newsletter.confirm')).first().waitFor();
  }));

test('en: into the bag, and a heart', () =>
  withVisitor(shop, { lang: 'en', own: true }, async (visitor) => {
    const { page, calls, t } = visitor;
    await calls.register();
    const line = await slow(visitor);
    await line.open(PRODUCTS.simple);
    const main = page.locator('main');
    await page.locator('#product-qty').fill('2');
    assert.equal(await line.send(main.getByRole('button', { name: t('Add to bag'), exact: true }).first()), 303);
    await page.waitForURL(/\/en\/cart$/, { waitUntil: 'commit' });
    const { items } = await calls.call('cart');
    assert.deepEqual(
      items.map((/** @type {any} */ item) => [item.sku, item.qty]),
      [[SIMPLE, 2]],
    );
    await line.open('/c/towels');
    assert.equal(await line.send(main.locator('article button').first()), 303);
    await page.waitForURL(/\/en\/mywishlist\?done=added$/, { waitUntil: 'commit' });
    assert.equal((await calls.call('wishlist/status')).entries.length, 1);
    await line.arrive();
  }));
