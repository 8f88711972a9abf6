/**
 * The stock: counted by keyboard, kept while one reloads, refused where somebody else was quicker; one item with its arrivals; axe
 * on each. SHOTS=<folder> saves pictures.
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
const SKU = 'TOW-GAN';

const field = (/** @type {import('playwright-core').Page} */ page, sku = SKU) => page.locator(`[id="count-${sku}"]`);

test('a shelf is counted by keyboard, survives a reload, and nothing is lost where somebody was quicker', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open('/stock?q=tow-');
    await field(page).fill('12');
    await page.keyboard.press('Enter');
    const next = page.locator('[data-count]:focus');
    assert.notEqual(await next.getAttribute('id'), `count-${SKU}`);
    await page.getByRole('region', { name: t('The count') }).waitFor();
    await page.reload();
    await field(page).waitFor();
    assert.equal(await field(page).inputValue(), '12');
    // No number: it cannot be saved.
    const save = page.getByRole('button', { name: t('Save the count') });
    await field(page).fill('twelve');
    await page.getByText(t('Enter a whole number.')).waitFor();
    assert.ok(await save.isDisabled());
    await field(page).fill('12');
    // A colleague corrects it meanwhile.
    await call('stock/correct', { sku: SKU, reason: 'damaged', pieces: 1, note: '' });
    await save.click();
    await page
      .locator(`[id="count-${SKU}-note"]`)
      .filter({
        hasText: t('stock.changed_meanwhile'),
      })
      .waitFor();
    assert.equal(await field(page).inputValue(), '12');
    await field(page).fill('11');
    await save.click();
    await page.getByText(t('The count is saved.')).first().waitFor();
    const { item } = await call('stock/show', { sku: SKU });
    assert.equal(item.on_hand, 11);
    assert.equal(await field(page).inputValue(), '');
  });
});

test('an item is expected, received in part, corrected and warned of', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/stock/${SKU}`);
    const before = (await call('stock/show', { sku: SKU })).item.available;
    await page.getByRole('button', { name: t('Expect an arrival…') }).click();
    await page.locator('#expect-pieces').fill('0');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await page.locator('#expect-pieces').fill('20');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('Receive…') }).click();
    await page.locator('#receive-pieces').fill('15');
    await page.getByRole('checkbox', { name: t('The rest still comes') }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(t('They are on the shelf and can be sold.')).first().waitFor();
    const { item, arrivals } = await call('stock/show', { sku: SKU });
    assert.deepEqual([item.available, arrivals[0].pieces], [before + 15, 5]);
    await page.getByRole('button', { name: t('More actions') }).click();
    await page.getByRole('menuitem', { name: t('Warn at…') }).click();
    await page.locator('#warn-threshold').fill(String(item.available));
    // A colleague is quicker: both are shown, and neither is lost.
    await call('stock/set_threshold', { sku: SKU, threshold: 3, seen: null });
    await page.keyboard.press('Enter');
    await page.getByText(t('Somebody has set this level meanwhile')).waitFor();
    assert.deepEqual(await violations(page), []);
    assert.equal((await call('stock/show', { sku: SKU })).item.threshold, 3);
    assert.equal(await page.locator('#warn-threshold').inputValue(), String(item.available));
    await page.getByRole('button', { name: t('Keep what I have chosen') }).click();
    await page.locator('#warn-threshold').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // Where it lies, beside a colleague who is quicker.
    await page.getByRole('button', { name: t('More actions') }).click();
    await page.getByRole('menuitem', { name: t('Where it lies…') }).click();
    await page.locator('#shelf-shelf').fill('A 3');
    await call('stock/set_shelf', { sku: SKU, shelf: 'B 1', seen: '' });
    await page.keyboard.press('Enter');
    await page.getByText(t('It now lies at: {theirs}', { theirs: 'B 1' })).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Keep what I have written') }).click();
    await page.locator('#shelf-shelf').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('definition').filter({ hasText: /^A 3$/ }).waitFor();
    await open('/today');
    await page.getByRole('link', { name: SKU }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(page.url().endsWith(`/stock/${SKU}`), page.url());
  });
});

for (const [lang, width, height] of turns(
  /** @type {const} */ ([
    ['de', 1280, 900],
    ['de', 375, 812],
    ['fr', 768, 1024],
    ['zh', 320, 700],
  ]),
  import.meta.filename,
)) {
  test(`the stock in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width, height }, async (operator) => {
      const { page, t, open, call, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      for (const [name, path] of /** @type {const} */ ([
        ['list', '/stock?q=tow-lac-bat'],
        ['item', `/stock/${SKU}`],
      ])) {
        await open(path);
        await page.locator('main table').first().waitFor();
        if (name === 'list') await page.locator('[data-count]').first().fill('7');
        await animationsFinished(page);
        assert.deepEqual(await violations(page), []);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/stock-${name}-${lang}-${width}.png`, fullPage: true });
      }
      const { item } = await call('stock/show', { sku: SKU });
      await call('stock/set_shelf', { sku: SKU, shelf: 'Keller 12', seen: item.shelf });
      await page.getByRole('definition').filter({ hasText: 'Keller 12' }).waitFor();
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Where it lies…') }).click();
      await page.locator('#shelf-shelf').waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/stock-shelf-${lang}-${width}.png` });
      await page
        .getByRole('button', { name: t('Close') })
        .last()
        .click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      // Many at once: what cannot be is named by its row, then what changes is shown before it is kept.
      await open('/stock?q=tow-');
      await page.getByRole('button', { name: t('Shelves from a sheet…') }).click();
      const sheet = page.locator('#shelves-sheet');
      await sheet.fill(`SKU\tShelf\n${SKU}\tA 2\nNONE-1\tA 3`);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('Look it through') }).click();
      await dialog.getByText(t('Row {line}', { line: 3 })).waitFor();
      await sheet.fill(`SKU\tShelf\n${SKU}\tA 2`);
      await dialog.getByRole('button', { name: t('Look it through') }).click();
      await dialog.getByRole('row').filter({ hasText: 'Keller 12' }).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/stock-shelves-${lang}-${width}.png` });
      await dialog.locator('[data-variant="primary"], button').filter({ hasText: '1' }).first().click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await call('stock/show', { sku: SKU })).item.shelf, 'A 2');
      await open(`/stock/${SKU}`);
      await page.getByRole('button', { name: t('Expect an arrival…') }).click();
      await page.locator('#expect-pieces').waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/stock-expect-${lang}-${width}.png` });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
    });
  });
}
