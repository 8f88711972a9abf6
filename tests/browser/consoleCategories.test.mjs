/**
 * The tree of categories: made, named, shown, moved by keyboard with its focus kept, filled, removed; both texts where a colleague was
 * quicker; axe on each state. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;
const PICTURE = `${import.meta.dirname}/../../seed/images/bath-board-oak-bath.480.webp`;

/** @param {import('playwright-core').Page} page */
async function looks(page, /** @type {string} */ state) {
  await animationsFinished(page);
  assert.deepEqual(await violations(page), [], state);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/category-${state}.png`, fullPage: true });
}

test('a category is made hidden, written in every language, shown and put in order by keyboard', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join, tabTo }) => {
    await join('Mira Sandoz');
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

test('products of a list are put in order by keyboard, and a colleague who was quicker is told of', async () => {
  await withOperator(house, { lang: 'fr', width: 768 }, async ({ page, t, open, call, join, tabTo }) => {
    await join('Nora Weiss', 'owner', 'fr');
    const { categories } = await call('category/list', {});
    const { key } = categories.find((/** @type {{ products: number }} */ one) => one.products > 3);
    const order = async () => (await call('category/order', { key })).items;
    const before = await order();
    const [first, second, third] = before.map((/** @type {{ sku: string }} */ one) => one.sku);
    await open(`/categories/${key}?part=order`);
    const up = page.locator(`#place-up-${third}`);
    await up.waitFor();
    await page.getByRole('link', { name: before[2].name, exact: true }).focus();
    await tabTo(up);
    await page.keyboard.press('Enter');
    await page.getByText(t('{name} is in place {place} now.', { name: before[2].name, place: '2' })).waitFor({
      state: 'attached',
    });
    await page.waitForFunction((id) => document.activeElement?.id === id, `place-up-${third}`);
    assert.deepEqual(
      (await order()).slice(0, 3).map((/** @type {{ sku: string }} */ one) => one.sku),
      [first, third, second],
    );
    // To the top: there is nothing above, so that the focus goes to the way down.
    await page.locator(`#place-top-${third}`).press('Enter');
    await page.waitForFunction((id) => document.activeElement?.id === id, `place-down-${third}`);
    assert.equal((await order())[0].sku, third);
    await looks(page, 'order');
    // A colleague moves another product right before this one is: nothing is moved, and the list is shown as it is now.
    const { version } = await call('category/order', { key });
    await page.route(
      '**/console_api/category/arrange',
      async (route) => {
        await call('category/arrange', { key, sku: second, after: '', version });
        await route.continue();
      },
      { times: 1 },
    );
    await page.locator(`#place-up-${first}`).click();
    await page
      .getByText(/a changé l’ordre de ces produits/)
      .first()
      .waitFor();
    await page.waitForFunction((sku) => document.querySelector('tbody tr')?.textContent?.includes(sku), second);
    assert.deepEqual(
      (await order()).slice(0, 3).map((/** @type {{ sku: string }} */ one) => one.sku),
      [second, third, first],
    );
  });
});

test('a picture is put in for a category and asked for what it shows', async () => {
  await withOperator(house, { lang: 'es', width: 375 }, async ({ page, t, open, call, join }) => {
    await join('Pilar Vega', 'owner', 'es');
    const key = 'spring';
    const names = ['en', 'fr', 'de', 'es', 'zh'].map((lang) => [`name.${lang}`, 'Primavera']);
    await call('category/create', { key, fields: { ...Object.fromEntries(names), hidden: '1' } });
    await open(`/categories/${key}?part=place`);
    const put = async (/** @type {any} */ file) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: t('Put in a picture') }).click();
      await (await choosing).setFiles(file);
    };
    await put({ name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await page
      .getByRole('alert')
      .filter({ hasText: t('picture.unreadable') })
      .waitFor();
    await looks(page, 'picture-refused');
    await put(PICTURE);
    const chosen = page.locator('input[name="category-picture"]:checked + *');
    await page.getByText(t('Say what the picture shows')).waitFor();
    await page.locator('#category-alt-es').waitFor();
    for (const lang of ['en', 'fr', 'de', 'es', 'zh']) await page.locator(`#category-alt-${lang}`).fill('Lino al sol');
    await page.getByText(t('Say what the picture shows')).waitFor({ state: 'detached' });
    // Kept over a reload, and seen as soon as its sizes are made.
    await page.reload();
    await page.locator('#category-alt-es').waitFor();
    assert.equal(await page.locator('#category-alt-es').inputValue(), 'Lino al sol');
    await page.locator('input[name="category-picture"]:checked + img').waitFor();
    await looks(page, 'picture-own');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. It is hidden.')).first().waitFor();
    const { fields } = await call('category/show', { key });
    assert.match(fields.picture, /-[0-9a-f]{8}$/);
    assert.equal(fields['alt.zh'], 'Lino al sol');
    assert.equal(await chosen.count(), 1);
  });
});

test('products are put in and taken out, and what a category holds goes elsewhere with it', async () => {
  await withOperator(house, { lang: 'de', width: 375 }, async ({ page, t, open, call, join }) => {
    await join('Ada Keller', 'owner', 'de');
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
