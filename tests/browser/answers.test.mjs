/**
 * What the page knows of the shop: answers that are slow, older than others, dropped, or of somebody else; pages left within a
 * moment; scripts that cannot be loaded or fail.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterReady, withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__LANGUAGES: '["en","fr","de","es","zh"]' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

const BATH = 'main article a[href*="/p/"]';

/**
 * Requests of a call, in their order.
 * @param {Visitor} visitor
 * @param {string} path
 */
function asked({ page }, path) {
  /** @type {string[]} */
  const requests = [];
  page.on('request', (request) => {
    if (request.url().includes(`/hah_api/${path}`)) requests.push(request.url());
  });
  return requests;
}

/**
 * Holds back the answers of a call; the shop answers at once, and the browser hears of it when the returned function is called.
 * @param {Visitor} visitor
 * @param {RegExp} call
 */
async function holdBack({ page }, call) {
  /** @type {(() => void)[]} */
  const held = [];
  let isOver = false;
  await page.route(call, async (route) => {
    const response = await route.fetch();
    if (!isOver) await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.fulfill({ response });
  });
  return {
    held,
    release() {
      isOver = true;
      for (const go of held) go();
    },
  };
}

/** Moves the mouse away from links, which fetch their pages ahead. @param {Visitor} visitor */
const restMouse = ({ page }) => page.mouse.move(1, 500);

/** @param {Visitor} visitor */
const count = ({ page }) => page.locator('header a[href$="/cart"]').innerText();

test('a slow navigation asks once, and shows the progress until then', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit } = visitor;
    await visit('');
    const requests = asked(visitor, 'catalog/category');
    const slow = await holdBack(visitor, /hah_api\/catalog\/category/);
    await page.locator('header nav a').first().click();
    // Longer than a navigation waits: the screen is there, and waits for the same answer.
    await page.locator('main [aria-busy="true"]').first().waitFor();
    await restMouse(visitor);
    slow.release();
    await page.locator(BATH).first().waitFor();
    assert.equal(requests.length, 1, requests.join('\n'));
  }));

test('the progress ends when the navigation is taken back', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit } = visitor;
    await visit('/c/bath-and-spa');
    await laterReady(page);
    await page.route(/assets\/.*\.js$/, () => {});
    const busy = page.locator('header[data-busy]');
    await page.evaluate(() => {
      /** @type {HTMLAnchorElement} */ (document.querySelector('footer a[href*="/contact"]')).click();
    });
    await busy.waitFor();
    await page.goBack();
    await busy.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }));

test('links under the mouse leave the menu, and Back fetches what is no longer kept', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit } = visitor;
    const menu = page.getByRole('banner').locator('nav > ul > li');
    const title = page.locator('main h1');
    await visit('');
    const entries = await menu.count();
    const ahead = asked(visitor, '');
    const departments = ['bath-and-spa', 'towels', 'bedding', 'gifts', 'fragrance', 'bed'];
    for (const key of departments) {
      const link = page.locator(`a[href="/en/c/${key}"]`).first();
      const before = await title.innerText();
      await link.evaluate((one) => one instanceof HTMLElement && one.click());
      await until('the next list is shown', async () => (await title.innerText()) !== before);
      await page.locator(BATH).first().waitFor();
      await page.locator('main a, footer a').evaluateAll((links) => {
        for (const link of links) link.dispatchEvent(new PointerEvent('pointerenter'));
      });
    }
    await until('more was fetched ahead than is kept', () => ahead.length > 66);
    await page.waitForLoadState('networkidle');
    assert.equal(await menu.count(), entries);
    const requests = asked(visitor, 'catalog/category');
    for (let back = 1; back < departments.length; back += 1) await page.goBack();
    await page.waitForURL(`**/en/c/${departments[0]}`);
    await page.locator('main h1', { hasText: 'Bath and spa' }).waitFor();
    await page.locator(BATH).first().waitFor();
    assert.ok(requests.length > 0, 'the list was kept: more must be fetched ahead');
    assert.equal(await menu.count(), entries);
  }));

test('Back finds the list as long as it was, and where it was', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, press, t } = visitor;
    await visit('/c/bath-and-spa');
    const cards = page.locator('main article');
    const one = await cards.count();
    await press(page.getByRole('button', { name: t('Load more'), exact: true }));
    await until('there are more', async () => (await cards.count()) > one);
    const all = await cards.count();
    const last = cards.last().locator('a').first();
    const name = await cards.last().innerText();
    await last.scrollIntoViewIfNeeded();
    await press(last);
    const title = page.locator('main h1', { hasText: name.split('\n')[0] });
    await title.waitFor();
    await page.goBack();
    await title.waitFor({ state: 'detached' });
    await page.waitForURL(/bath-and-spa/);
    await until('the list is whole', async () => (await cards.count()) === all);
    assert.equal(await cards.last().innerText(), name);
    await until('what was pressed is in sight', () =>
      cards.last().evaluate((card) => {
        const { top, bottom } = card.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    );
  }));

test('an older answer never overwrites the bag', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, press, calls, t } = visitor;
    await calls.add(SIMPLE);
    const { items } = await calls.call('search/index', { q: SIMPLE });
    const slow = await holdBack(visitor, /hah_api\/cart\/sidebar/);
    await visit(items[0].url.slice(3));
    await until('the count of before is on its way', () => slow.held.length > 0);
    await press(page.locator('main').getByRole('button', { name: t('Add to bag'), exact: true }));
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await until('both are counted', async () => (await count(visitor)).includes('2'));
    const later = page.waitForResponse(/cart\/sidebar/);
    slow.release();
    await later;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.match(await count(visitor), /2/);
  }));

test('a quantity is saved though the page is left at once', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, calls, t } = visitor;
    await calls.add(SIMPLE);
    const quantity = async () => (await calls.call('cart')).items[0].qty;
    await visit('/cart');
    const more = page
      .locator('main')
      .getByRole('button', { name: new RegExp(`^${t('One more: {itemName}').split('{')[0]}`) });
    const away = page.locator('footer a[href*="/help/"]').first();
    // By a link, within the moment that a second press is waited for.
    await more.evaluate((button) => button instanceof HTMLElement && button.click());
    await away.evaluate((link) => link instanceof HTMLElement && link.click());
    await until('two are wanted', async () => (await quantity()) === 2);
    await visit('/cart');
    await more.evaluate((button) => {
      if (button instanceof HTMLElement) button.click();
      window.location.assign('about:blank');
    });
    await page.waitForURL('about:blank');
    await until('three are wanted', async () => (await quantity()) === 3);
  }));

test('a page that the browser had put aside shows bag and name as they are now', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, calls } = visitor;
    await visit('');
    await calls.add(SIMPLE, 3);
    await calls.register();
    const comeBack = () =>
      page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await comeBack();
    await until('the bag is counted', async () => (await count(visitor)).includes('3'));
    await page.locator('header a[href$="/account"]').waitFor();
    await calls.call('customer/logout');
    await comeBack();
    await page.locator('header a[href*="/login"]').waitFor();
    await until('the bag is gone', async () => !(await count(visitor)).includes('3'));
  }));

test('the next customer sees nothing of the last one', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, press, calls, t } = visitor;
    const second = await calls.register();
    await calls.call('customer/logout');
    await calls.register();
    await calls.call('wishlist/add', { sku: SIMPLE });
    await visit('/account');
    const part = (/** @type {string} */ name) =>
      press(page.locator('main nav').getByRole('link', { name: t(name), exact: true }));
    await part('Wishlist');
    await page.locator('main ul li h2, main ul li h3').first().waitFor();
    await part('Details and password');
    await page.locator('[name="first_name"]').first().waitFor();
    // In another window the next one logs in. At no moment is nobody logged in: this window would ask who it is.
    await calls.call('customer/login', { email: second, password: PASSWORD });
    await part('Wishlist');
    await page.getByRole('heading', { name: t('Nothing saved yet'), exact: true }).waitFor();
  }));

test('a screen whose script cannot be loaded comes as a page', () =>
  withVisitor(shop, { expected: [/ProductScreen/, /dynamically imported/] }, async (visitor) => {
    const { page, visit } = visitor;
    await visit('');
    let isBroken = false;
    await page.route(/assets\/\w*Product\w*-.*\.js$/, (route) => {
      isBroken = true;
      return route.fulfill({ status: 503, body: '' });
    });
    await page.goto('/en/c/bath-and-spa');
    await page.locator(BATH).first().click();
    await page.waitForURL(/\/p\//);
    await page.locator('main form button[type="submit"]').first().waitFor();
    assert.ok(isBroken);
    // It works without that script.
    const added = page.waitForNavigation();
    await page.locator('main form button[type="submit"]').first().click();
    await added;
    await until('it is in the bag', async () => (await visitor.calls.call('cart')).total_qty === 1);
  }));
