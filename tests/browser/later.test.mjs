/** What happens before the code is there that the first view does without, or where it cannot be had. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterReady, withVisitor } from './support/browser.mjs';
import { holdBack } from './support/holdBack.mjs';
import { fillCart } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @typedef {import('playwright-core').Page} Page */

/** In the breadcrumbs of the towels. */
const PARENT = '/en/c/bath-and-spa';

const LATER = /\/assets\/later-[^/]*\.js$/;

/** Documents that were asked for, in order. @param {Page} page */
function documents(page) {
  /** @type {string[]} */
  const paths = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** @param {Page} page @param {string} path */
const press = (page, path) =>
  page
    .locator(`main a[href="${path}"], footer a[href="${path}"]`)
    .first()
    .evaluate((link) => link instanceof HTMLElement && link.click());

/** @param {Page} page @param {string} text */
const headed = (page, text) => page.locator('main h1', { hasText: text }).waitFor();

test('a link of the page shows the progress until then, and leads on within the document', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    const release = await holdBack(page, LATER);
    await visit('/c/towels');
    const asked = documents(page);
    await press(page, PARENT);
    await page.locator('header[data-busy]').waitFor();
    assert.equal(new URL(page.url()).pathname, '/en/c/towels');
    release();
    await headed(page, 'Bath and spa');
    await page.locator('header:not([data-busy])').first().waitFor();
    await page.goBack();
    await headed(page, 'Towels');
    assert.deepEqual(asked, []);
  }));

test('parts of the page that live later lead to documents until then', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    await holdBack(page, LATER);
    await visit('/cart');
    await press(page, '/en/help/returns');
    await page.waitForURL('**/en/help/returns');
    await headed(page, 'Right of withdrawal');
  }));

test('an address that is written into the footer before is taken over', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    const release = await holdBack(page, LATER);
    await visit('/help/returns');
    const field = page.locator('footer input[type="email"]');
    await field.fill('claire@example.com');
    release();
    await page.locator('footer form').getByRole('checkbox').first().waitFor();
    assert.equal(await field.inputValue(), 'claire@example.com');
  }));

test('where it cannot be had the page stays, and its links lead to documents', () =>
  withVisitor(
    shop,
    { lang: 'en', own: true, expected: [/later-/, /dynamically imported/] },
    async ({ page, visit }) => {
      let missing = 0;
      await page.route(LATER, (route) => {
        missing += 1;
        return route.fulfill({ status: 404, body: '' });
      });
      const asked = documents(page);
      await visit('/c/towels');
      await until('it was asked for', () => missing > 0);
      await press(page, PARENT);
      await headed(page, 'Bath and spa');
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      assert.deepEqual(asked, ['/en/c/towels', PARENT]);
    },
  ));

test('a dialog that was opened and closed before leaves Back as it is', () =>
  withVisitor(shop, { lang: 'en', own: true }, async (visitor) => {
    const { page, visit, t } = visitor;
    await fillCart(visitor);
    const release = await holdBack(page, LATER);
    await visit('/cart');
    await page
      .getByRole('button', { name: t('Remove all'), exact: true })
      .first()
      .click();
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    await dialog.getByRole('button', { name: t('Cancel'), exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    release();
    await laterReady(page);
    await press(page, '/en/help/returns');
    await headed(page, 'Right of withdrawal');
    await page.goBack();
    await page.waitForURL('**/en/cart');
    await page.locator('main #cart-terms').waitFor();
  }));

test('Back within the document, before, shows its page then', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    await visit('/c/towels');
    await laterReady(page);
    await press(page, '/en/help/returns');
    await headed(page, 'Right of withdrawal');
    await visit('/help/accessibility');
    const release = await holdBack(page, LATER);
    await page.goBack();
    await page.waitForURL('**/en/help/returns');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    const asked = documents(page);
    await page.goBack();
    await page.waitForURL('**/en/c/towels');
    release();
    await headed(page, 'Towels');
    assert.deepEqual(asked, []);
  }));
