/**
 * Search of everything: each kind by its permission, in groups, by keyboard alone, one call of each for what was typed, no slower
 * answer over a newer one, and Enter that opens what was typed however late the answer comes; pages of the settings by their names;
 * axe. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { campaignForm, openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const group = (/** @type {Operator} */ { page }, /** @type {string} */ name) => page.getByRole('group', { name });
const item = (/** @type {Operator} */ { page }, /** @type {string | RegExp} */ name) =>
  page.getByRole('menuitem', { name });

/** Searches in the commands, by keyboard. @param {Operator} operator @param {string} text */
async function search({ page }, text) {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').waitFor();
  await page.keyboard.type(text);
}

/** Holds back what lists answer; returns what lets them go. @param {Operator} operator @returns {Promise<() => void>} */
async function holdAnswers({ page }) {
  let release = () => {};
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route('**/console_api/*/list', async (route) => {
    await held;
    // What was given up meanwhile is answered to nobody.
    await route.continue().catch(() => {});
  });
  return release;
}

test('each kind is found, and opened by keyboard alone', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await call('campaign/save', { id: null, version: 0, form: campaignForm('Towels in winter') });
    await open('/today');
    for (const [text, name, address] of /** @type {const} */ ([
      ['carpentier', 'Orders', /\/orders\/\d/],
      ['tow-gan', 'Products', /\/products\/TOW-GAN/],
      ['towels', 'Categories', /\/categories\/./],
      ['returns', 'Help pages', /\/pages\/./],
      ['winter towels', 'Campaigns', /\/prices\/campaigns\/\d/],
    ])) {
      await search(operator, text);
      const found = group(operator, t(name)).getByRole('menuitem').first();
      await found.waitFor();
      // On a slow machine what the first letters have found stands there for a while.
      await page.locator('[data-old]').first().waitFor({ state: 'detached' });
      const isChosen = () => found.evaluate((one) => one.hasAttribute('data-focused'));
      for (let presses = 0; presses < 30 && !(await isChosen()); presses += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
    }
    // A page of the settings is offered to who types.
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').waitFor();
    assert.equal(await item(operator, new RegExp(t('Closing days'))).count(), 0);
    await page.keyboard.type('closing');
    await item(operator, `${t('Settings')}: ${t('Closing days')}`).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/settings/closing-days');
  }));

test('each kind is asked once for what was typed, and a slow answer is not shown over a newer one', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Jo Li');
    await open('/me');
    /** @type {string[]} */
    let asked = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname.replace('/console_api/', '');
      if (/^(order|customer|product|message|category|page|campaign)\/list$/.test(path)) asked.push(path);
    });
    const once = ['campaign/list', 'category/list', 'customer/list', 'message/list', 'order/list', 'page/list'];
    await search(operator, 'tow-gan');
    await group(operator, t('Products')).waitFor();
    await until('all were asked', async () => asked.length >= 7);
    assert.deepEqual(asked.sort(), [...once, 'product/list']);

    // The first question is answered after the second one.
    asked = [];
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route('**/console_api/product/list', async (route) => {
      if (route.request().postDataJSON().q === 'sof') await held;
      // What was given up meanwhile is answered to nobody.
      await route.continue().catch(() => {});
    });
    await page.getByRole('searchbox').fill('sof');
    await until('the first was asked', async () => asked.filter((path) => path === 'product/list').length === 1);
    await page.getByRole('searchbox').fill('tow-lac');
    const products = group(operator, t('Products')).getByRole('menuitem');
    await products.filter({ hasText: 'TOW-LAC' }).waitFor();
    release();
    await until('both were asked', async () => asked.filter((path) => path === 'product/list').length === 2);
    await page.unrouteAll({ behavior: 'wait' });
    assert.deepEqual(await products.locator('span', { hasText: /^[A-Z]+-[A-Z]+$/ }).allTextContents(), ['TOW-LAC']);
    // Short lists are not read again.
    assert.deepEqual([...new Set(asked)].sort(), ['customer/list', 'message/list', 'order/list', 'product/list']);
  }));

test('Enter before the answer opens what was typed, not what stood there', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Mira Sandoz');
    await open('/today');
    // More than one thing begins like this; the first is marked.
    await search(operator, 'tow');
    await group(operator, t('Products')).getByRole('menuitem').nth(1).waitFor();
    await page.locator('[role="menuitem"][data-focused]').waitFor();
    const release = await holdAnswers(operator);
    await page.keyboard.type('-lac');
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL('**/console/products/TOW-LAC');

    // Pasted, where nothing is marked.
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('tow-gan-bat');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/products/TOW-GAN**');
    // Whoever types on has not meant it.
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('tow-lac');
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await page.getByText(t('Nothing found. Try another word.')).waitFor();
    assert.match(page.url(), /TOW-GAN/);
  }));

test('what is found late does not take the place of what Enter would open', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Jo Li');
    await open('/today');
    const release = await holdAnswers(operator);
    await search(operator, 'returns');
    const marked = page.locator('[role="menuitem"][data-focused]');
    await marked.waitFor();
    const command = await marked.textContent();
    release();
    await group(operator, t('Help pages')).waitFor();
    await page.locator('[data-old]').first().waitFor({ state: 'detached' });
    assert.equal(await marked.textContent(), command);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/orders/returns');
  }));

test('what one may not open is neither asked for nor offered', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Emil Roth', 'packing');
    await open('/today');
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => {
      if (/\/(product|message|category|page|campaign|customer)\/list$/.test(request.url())) asked.push(request.url());
    });
    await search(operator, 'carpentier');
    await group(operator, t('Orders')).waitFor();
    await page.getByRole('searchbox').fill('closing');
    await page.getByText(t('Nothing found. Try another word.')).waitFor();
    assert.deepEqual(asked, []);
  }));

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['de', 1280],
    ['de', 375],
    ['fr', 768],
    ['es', 375],
    ['zh', 1280],
    ['zh', 375],
  ]),
  import.meta.filename,
)) {
  test(`search of everything in ${lang} at ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      await open('/today');
      await search(operator, 'tow');
      await group(operator, t('Products')).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/search-${lang}-${width}.png` });
    }));
}
