/**
 * The tree of categories: made, named, shown, moved by keyboard with its focus kept, filled, removed; both texts where a colleague was
 * quicker; axe on each state. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @param {import('playwright-core').Page} page */
async function looks(page, /** @type {string} */ state) {
  await animationsFinished(page);
  assert.deepEqual(await violations(page), [], state);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/category-${state}.png`, fullPage: true });
}

test('a category is made hidden, written in every language, shown and put in order by keyboard', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, tabTo }) => {
    await register(house, call, 'Mira Sandoz');
    await open('/products');
    await page.getByRole('link', { name: t('Categories'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('Categories') }).waitFor();
    await looks(page, 'tree');
    await page.getByRole('button', { name: t('New category…') }).click();
    await page.locator('#create-name').fill('Weekend away');
    await looks(page, 'new');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Weekend away' }).waitFor();
    const german = page.locator('#category-name-de');
    await german.fill('Ein Wochenende');
    await page.reload();
    await german.waitFor();
    assert.equal(await german.inputValue(), 'Ein Wochenende');
    // A colleague writes the same field.
    const key = 'weekend-away';
    await call('category/save', { key, changes: [{ field: 'name.de', was: null, value: 'Auszeit' }] });
    await page.getByText(t('Somebody has saved this meanwhile:')).waitFor();
    await looks(page, 'clash');
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. It is hidden.')).first().waitFor();
    assert.equal((await call('category/show', { key })).fields['name.de'], 'Ein Wochenende');
    await page.getByRole('link', { name: t('Place and picture') }).click();
    await page.locator('#category-hidden').selectOption('0');
    await looks(page, 'place');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. The shop shows it now.')).first().waitFor();
    const shopper = await fetch(`${house.url}/en/c/${key}`);
    assert.equal(shopper.status, 200);
    // Up and up again, without the mouse.
    await open('/categories');
    const up = page.getByRole('button', { name: t('Move {name} up', { name: 'Weekend away' }) });
    await up.waitFor();
    await page.getByRole('link', { name: 'Weekend away' }).focus();
    await tabTo(up);
    const place = async () => {
      const { categories } = await call('category/list', {});
      return categories
        .filter((/** @type {{ depth: number }} */ one) => one.depth === 0)
        .findIndex((/** @type {{ key: string }} */ one) => one.key === key);
    };
    const before = await place();
    await page.keyboard.press('Enter');
    await page
      .getByText(t('{name} is in place {place} now.', { name: 'Weekend away', place: String(before) }))
      .waitFor({
        state: 'attached',
      });
    assert.equal(await place(), before - 1);
    await page.waitForFunction((id) => document.activeElement?.id === id, `category-up-${key}`);
    const down = page.getByRole('button', { name: t('Move {name} down', { name: 'Weekend away' }) });
    await down.press('Enter');
    // It is the last again: its own button has nothing to do, and the other one has the focus.
    await page.waitForFunction((id) => document.activeElement?.id === id, `category-up-${key}`);
    assert.equal(await place(), before);
  });
});

test('products are put in and taken out, and what a category holds goes elsewhere with it', async () => {
  await withOperator(house, { lang: 'de', width: 375 }, async ({ page, t, open, call }) => {
    await register(house, call, 'Ada Keller', 'owner', 'de');
    const key = 'night';
    const fields = { 'name.en': 'Night', 'name.de': 'Nacht', hidden: '0' };
    await call('category/create', { key, fields });
    await open(`/categories/${key}?part=products`);
    await page.getByText(t('No product is in it itself')).waitFor();
    await page.locator('#category-add-skus').fill('NO-SUCH');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.locator('#category-add-skus').fill('tow-gan');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'TOW-GAN' }).waitFor();
    await looks(page, 'products');
    await page.getByRole('link', { name: t('Place and picture') }).click();
    await page.getByRole('radio').nth(1).check();
    await looks(page, 'picture');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. The shop shows it now.')).first().waitFor();
    assert.notEqual((await call('category/show', { key })).fields.picture, '');
    await page.getByRole('link', { name: t('Versions') }).click();
    await page.getByText(t('As it is now')).waitFor();
    await looks(page, 'versions');
    await page.getByRole('link', { name: t('Place and picture') }).click();
    await page.getByRole('button', { name: t('Remove…') }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: t('Remove it') }).click();
    await dialog.getByText(t('Choose where they go.')).first().waitFor();
    await looks(page, 'removing');
    const { categories } = await call('category/list', {});
    await dialog.getByRole('combobox').selectOption(categories[0].key);
    await dialog.getByRole('button', { name: t('Remove it') }).click();
    await page.getByRole('heading', { level: 1, name: t('Categories') }).waitFor();
    await looks(page, 'tree-375');
    const moved = await call('category/products', { key: categories[0].key });
    assert.ok(moved.items.some((/** @type {{ sku: string }} */ item) => item.sku === 'TOW-GAN'));
  });
});
