/**
 * Goods added to an order by telephone: found, priced and made by keyboard, refused where somebody was quicker, shown on both orders
 * and on the customer's page; and axe on each step. SHOTS=<folder> saves a picture of each.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;
const maria = { first_name: 'María José', last_name: 'Rossi-D’Été' };
const MAT = 'BMA-LAC';

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** Opens the form. @param {Operator} operator */
async function openForm({ page, t }) {
  await page.getByRole('button', { name: t('More actions') }).click();
  await page.getByRole('menuitem', { name: t('Add goods…') }).click();
  await page.getByRole('dialog').waitFor();
}

/** Finds an item and chooses it. @param {Operator} operator @param {string} sku */
async function find({ page, t }, sku) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: t('Find goods') }).fill(sku);
  const row = dialog
    .getByRole('list', { name: t('Found goods') })
    .getByRole('listitem')
    .filter({ hasText: sku });
  await row.getByRole('button').first().click();
  await page.locator(`[id="add-qty_${sku}"]`).waitFor();
}

test('goods are added by keyboard alone, and both orders show each other', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join, tabTo } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await tabTo(page.getByRole('button', { name: t('More actions') }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: t('Add goods…') }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // Nothing is chosen yet: said, and led to.
    await tabTo(dialog.getByRole('button', { name: t('Make the linked order') }));
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await tabTo(dialog.getByRole('searchbox', { name: t('Find goods') }));
    await page.keyboard.type(MAT);
    const row = dialog
      .getByRole('list', { name: t('Found goods') })
      .getByRole('listitem')
      .first();
    await row.waitFor();
    await tabTo(row.getByRole('button'));
    await page.keyboard.press('Enter');
    const qty = page.locator(`[id="add-qty_${MAT}"]`);
    await tabTo(qty);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('2');
    await tabTo(page.locator('#add-along'));
    await page.keyboard.press('Space');
    await dialog.getByText(t('at no charge'), { exact: true }).waitFor();
    await tabTo(dialog.getByRole('button', { name: t('Make the linked order') }));
    await page.keyboard.press('Enter');
    await dialog
      .getByRole('status')
      .filter({ hasText: /\d{4}-\d{6}/ })
      .waitFor();
    const [linked] = (await call('order/show', { number })).additions;
    assert.equal(linked.ships_along, true);
    await dialog.getByRole('link', { name: t('Open {number}', { number: linked.number }) }).click();
    await page.getByRole('heading', { level: 1, name: linked.number }).waitFor();
    const section = page.getByRole('region', { name: t('Linked orders') });
    await section.getByRole('link', { name: number }).click();
    await section.getByRole('link', { name: linked.number }).waitFor();
    const other = await call('order/show', { number: linked.number });
    assert.equal(other.totals.total_qty, 2);
    assert.equal(other.status, 'pending_bank_transfer');
  });
});

test('what somebody else has taken is said at its line, and nothing that was typed is lost', async () => {
  const number = await house.order(maria);
  await house.command('stock', 'set', MAT, '4');
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await openForm(operator);
    await find(operator, MAT);
    const dialog = page.getByRole('dialog');
    const qty = page.locator(`[id="add-qty_${MAT}"]`);
    await qty.fill('2');
    await dialog.getByText(t('Held unpaid until')).waitFor();
    await house.command('stock', 'set', MAT, '1');
    await dialog.getByRole('button', { name: t('Make the linked order') }).click();
    await dialog.getByRole('alert').waitFor();
    await page.locator(`[id="add-qty_${MAT}-error"]`).waitFor();
    assert.equal(await qty.inputValue(), '2');
    assert.deepEqual((await call('order/show', { number })).additions, []);
    await qty.fill('1');
    await house.command('stock', 'set', MAT, '50');
    await page.locator(`[id="add-qty_${MAT}-error"]`).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: t('Make the linked order') }).click();
    await dialog
      .getByRole('status')
      .filter({ hasText: /\d{4}-\d{6}/ })
      .waitFor();
    assert.equal((await call('order/show', { number })).additions.length, 1);
  });
});

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['en', 1280],
    ['de', 1280],
    ['de', 375],
    ['fr', 768],
  ]),
  import.meta.filename,
)) {
  test(`axe on each step, ${lang}, ${width} px`, async () => {
    const number = await house.order(maria);
    await house.command('stock', 'set', MAT, '50');
    await withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      await open(`/orders/${number}`);
      const look = async (/** @type {string} */ name) => {
        await animationsFinished(page);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/additions-${name}-${lang}-${width}.png` });
        assert.deepEqual(await violations(page), [], name);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(isWide, false, `${name} is wider than the screen`);
      };
      await openForm(operator);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('searchbox', { name: t('Find goods') }).fill('lac');
      await dialog.getByRole('list', { name: t('Found goods') }).waitFor();
      await look('search');
      await find(operator, MAT);
      await dialog.getByText(t('Held unpaid until')).waitFor();
      await look('quote');
      await dialog.getByRole('button', { name: t('Make the linked order') }).click();
      await dialog
        .getByRole('status')
        .filter({ hasText: /\d{4}-\d{6}/ })
        .waitFor();
      await look('made');
      await dialog.getByRole('link').click();
      await page.getByRole('region', { name: t('Linked orders') }).waitFor();
      await look('linked');
    });
  });
}
