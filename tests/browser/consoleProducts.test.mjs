/**
 * Products: texts side by side, kept while one reloads, both versions where a colleague was quicker; variants of options; cells pasted
 * from a spreadsheet; axe on each. SHOTS=<folder> saves pictures.
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
const SKU = 'TOW-GAN';

test('a text is kept while one reloads, and both are shown where a colleague was quicker', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await open('/products?q=tow-ga');
    await page.getByRole('link', { name: (await call('product/show', { sku: SKU })).name }).click();
    const name = page.locator('#product-name-de');
    await name.waitFor();
    await name.fill('Handschuhe aus Leinen');
    await page.getByRole('region', { name: t('Changes') }).waitFor();
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Handschuhe aus Leinen');
    const change = { field: 'name.de', was: null, value: 'Waschhandschuh' };
    await call('product/save', { products: [{ sku: SKU, changes: [change] }] });
    await page.getByText(t('Somebody has saved this meanwhile:')).waitFor();
    assert.equal(await name.inputValue(), 'Handschuhe aus Leinen');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('product.changed_meanwhile')).first().waitFor();
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. The shop shows it now.')).first().waitFor();
    assert.equal((await call('product/show', { sku: SKU })).fields['name.de'], 'Handschuhe aus Leinen');
    // Back to what it was.
    await page.getByRole('link', { name: t('Versions') }).click();
    await page
      .getByRole('button', { name: t('Go back to it…') })
      .first()
      .click();
    await page.getByRole('dialog').getByText('Waschhandschuh').waitFor();
    await page.getByRole('button', { name: t('Go back'), exact: true }).click();
    await page.getByText(t('It is as it was then.')).first().waitFor();
    assert.equal((await call('product/show', { sku: SKU })).fields['name.de'], 'Waschhandschuh');
  });
});

test('a page is seen before it is on sale by who has the link', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join, context }) => {
    await join('Mira Sandoz');
    const sku = 'TOW-LAC';
    const enable = (/** @type {string} */ value) =>
      call('product/save', { products: [{ sku, changes: [{ field: 'enabled', was: null, value }] }] });
    await enable('0');
    await open(`/products/${sku}?part=preview`);
    await page.getByRole('button', { name: t('Make a link to the page') }).click();
    const link = page.getByRole('link', { name: t('Open the page as it will be') });
    await link.waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), [], 'preview');
    const address = (await link.getAttribute('href')) ?? '';
    const shop = await context.newPage();
    const scripts = [];
    shop.on(
      'request',
      (request) => request.url().includes('preview=') || scripts.push(request.headers().referer ?? ''),
    );
    await shop.goto(new URL(address).pathname + new URL(address).search);
    await shop.getByText('Preview: not on sale yet').waitFor();
    assert.ok(!shop.url().includes('preview='), shop.url());
    assert.deepEqual(
      scripts.filter((referer) => referer.includes('preview=')),
      [],
    );
    await animationsFinished(shop);
    assert.deepEqual(await violations(shop), [], 'page');
    if (SHOTS) await shop.screenshot({ path: `${SHOTS}/preview.png` });
    await page.getByRole('button', { name: t('End all links') }).click();
    await page.getByText(t('No link to it works any more.')).waitFor();
    const answer = await shop.request.get(shop.url());
    assert.equal(answer.status(), 404);
    await shop.close();
    await enable('1');
  });
});

test('a product with options is made, gets its variants, and says what keeps it off sale', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await open('/products');
    await page.getByRole('button', { name: t('New product…') }).click();
    await page.locator('#create-sku').fill('ham-tow');
    await page.locator('#create-kind').selectOption('configurable');
    await page.locator('[id="create-name.en"]').fill('Hammam towel');
    await page.locator('#create-type').selectOption('towel');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Hammam towel' }).waitFor();
    await page.getByRole('link', { name: t('Variants'), exact: true }).click();
    const { options } = await call('product/choices', {});
    const option = options[0];
    const summary = page.locator('summary').filter({ hasText: option.name }).first();
    await summary.click();
    for (const { code } of option.values.slice(0, 2))
      await page.locator(`[id="option-${option.code}-${code}"]`).check();
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. It is off sale.')).first().waitFor();
    await page.getByRole('button', { name: t('Add what is missing…') }).click();
    await page.locator('#variants-price').fill('45');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { variants, is_on_sale: isOnSale } = await call('product/show', { sku: 'HAM-TOW' });
    assert.deepEqual([variants.length, variants[0].price, isOnSale], [2, '45.00', false]);
    await page.getByRole('button', { name: t('Put on sale') }).click();
    await page.getByText('Missing: ').first().waitFor();
  });
});

test('cells of a spreadsheet are pasted, named row by row, and saved together', async () => {
  await withOperator(house, { lang: 'de' }, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz', 'owner', 'de');
    await open('/products?q=bma-&grid=weight_g,max_qty');
    const first = page.locator('#cell-0-0');
    await first.waitFor();
    await first.focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1.250\t3\r\n900\t4\r\n');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    assert.equal(await first.inputValue(), '1250');
    assert.equal(await page.locator('#cell-1-1').inputValue(), '4');
    await page.getByRole('button', { name: t('See what changes…') }).click();
    const rows = page.getByRole('dialog').locator('tbody tr');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 4);
    await page.getByRole('button', { name: t('Save all') }).click();
    await page.getByText(t('Saved, and in force.')).first().waitFor();
    const { items } = await call('product/list', { q: 'bma-', fields: ['weight_g', 'max_qty'] });
    assert.deepEqual(
      [items[0].fields, items[1].fields],
      [
        { weight_g: '1250', max_qty: '3' },
        { weight_g: '900', max_qty: '4' },
      ],
    );
    // What cannot be is told before anything is asked.
    await first.fill('schwer');
    await page.getByRole('button', { name: t('See what changes…') }).click();
    await page.locator('#cell-0-0[aria-invalid]').waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
  });
});

test('a table that was copied is pasted by its headings and item numbers, and what has no place is named', async () => {
  await withOperator(house, { lang: 'de' }, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz', 'owner', 'de');
    await open('/products?q=tow-&grid=enabled,eco_participation,max_qty');
    const skus = (await call('product/list', { q: 'tow-' })).items.map((/** @type {any} */ { sku }) => sku);
    await page.locator('#cell-1-2').focus();
    const paste = (/** @type {string} */ text) =>
      page.evaluate((of) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', of);
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text });
    });
    await page.getByRole('button', { name: t('Copy the table') }).click();
    const copied = await page.evaluate(() => /** @type {any} */ (window).copied);
    assert.ok(copied.startsWith('SKU\t'), copied);
    assert.match(copied, /\tja\t/);
    await page.locator('#cell-1-2').focus();
    await paste(copied);
    const bar = page.getByRole('region', { name: t('Changes') });
    assert.equal(await bar.count(), 0, 'the same changes nothing');

    const [head] = copied.split('\n');
    await paste(`${head}\tFarbe\n${skus[1]}\tnein\t1,20\t7\tblau\nOLD-1\tja\t\t3\trot\n`);
    assert.equal(await page.locator('#cell-1-2').inputValue(), '7');
    assert.equal(await page.locator('#cell-1-0').inputValue(), '0');
    const lost = page.getByRole('status').filter({ hasText: t('Not all of it was pasted') });
    await lost.getByText('OLD-1').waitFor();
    await lost.getByText('Farbe').waitFor();
    // As high as the table, so that the bar lies over half of no cell.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-pasted.png` });
    await bar.getByRole('button', { name: t('Discard') }).click();
    await bar.waitFor({ state: 'detached' });
  });
});

test('new products are pasted as a sheet, looked through row by row, and made together', async () => {
  await withOperator(house, { lang: 'de' }, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz', 'owner', 'de');
    const { fields } = await call('product/show', { sku: SKU });
    await open('/products');
    await page.getByRole('button', { name: t('Paste a sheet…') }).click();
    await page.evaluate(() => {
      navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text });
    });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('Copy the headings') }).click();
    const head = (await page.evaluate(() => /** @type {any} */ (window).copied)).split('\t');
    const rows = (/** @type {string} */ second) =>
      ['BLATT-1', second]
        .map((sku, at) =>
          head.map((/** @type {string} */ heading) => {
            if (heading === t('Item number')) return sku;
            if (heading === t('Type of goods')) return fields.type;
            if (heading === t('VAT class')) return fields.vat_class;
            if (heading === t('Countries of delivery')) return fields.ship_group;
            if (heading.startsWith('Name (')) return `Handtuch ${at + 1}`;
            return heading.includes('EUR') ? '1.249,50' : '';
          }),
        )
        .map((cells) => cells.join('\t'))
        .join('\n');
    const sheet = dialog.getByRole('textbox');
    // What cannot be is named by row and column, and nothing is lost, not even with the page.
    await sheet.fill(`${head.join('\t')}\tFarbe\n${rows(SKU)}`);
    await dialog.getByRole('paragraph').filter({ hasText: 'Farbe' }).waitFor();
    await dialog.getByRole('button', { name: t('Look it through') }).click();
    await dialog.getByRole('alert').or(dialog.getByRole('status')).filter({ hasText: SKU }).first().waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-sheet-refused.png` });
    await page.reload();
    await page.getByRole('button', { name: t('Paste a sheet…') }).click();
    assert.ok((await sheet.inputValue()).includes('BLATT-1'));
    await sheet.fill(`${head.join('\t')}\n${rows('blatt-2')}`);
    await dialog.getByRole('button', { name: t('Look it through') }).click();
    await dialog.locator('tbody tr').nth(1).waitFor();
    const own = async () => {
      const { items } = await call('product/list', { q: 'blatt-' });
      return items.filter((/** @type {any} */ { sku }) => sku.startsWith('BLATT-'));
    };
    assert.deepEqual(await own(), [], 'only looked through');
    for (const [width, height] of /** @type {const} */ ([
      [1280, 900],
      [375, 812],
    ])) {
      await page.setViewportSize({ width, height });
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-sheet-de-${width}.png` });
    }
    await dialog.getByRole('button', { name: /2/ }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(
      (await own()).map((/** @type {any} */ { sku, price, is_on: isOn }) => [sku, price, isOn]),
      [
        ['BLATT-1', '1249.50', false],
        ['BLATT-2', '1249.50', false],
      ],
    );
  });
});

test('many products are switched off and on again, and put into a category', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await open('/products?q=tow-');
    const boxes = page.locator('tbody input[type="checkbox"]');
    await boxes.first().check();
    await boxes.nth(1).check();
    const bar = page.getByRole('region', { name: t('Selection') });
    const ask = async (/** @type {string} */ name) => {
      await bar.getByRole('button', { name: t('Actions') }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const on = async () => (await call('product/list', { q: 'tow-', is_on: true })).items.length;
    const before = await on();
    await ask(t('Switch off…'));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: t('Switch them off') }).waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-bulk.png` });
    await dialog.getByRole('button', { name: t('Switch them off') }).click();
    await dialog.waitFor({ state: 'detached' });
    const until = async (/** @type {number} */ count) => {
      for (let at = 0; at < 100 && (await on()) !== count; at += 1) await house.later(0.1);
      assert.equal(await on(), count);
    };
    await until(before - 2);
    await boxes.first().check();
    await boxes.nth(1).check();
    await ask(t('Switch on…'));
    await dialog.getByRole('button', { name: t('Switch them on') }).click();
    await until(before);
    // A category has to be chosen.
    await boxes.first().check();
    await ask(t('Put into a category…'));
    await dialog.getByRole('button', { name: t('Put them in') }).click();
    await dialog.getByText(t('Choose a category.')).first().waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
  });
});

test('pictures are put in, asked for what they show, and kept while one looks elsewhere and reloads', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    await open(`/products/${SKU}?part=pictures`);
    const items = page.locator('main ol > li');
    await items.first().waitFor();
    const before = await items.count();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('Add pictures') }).click();
    const image = `${import.meta.dirname}/../../seed/images/bath-board-oak-bath.480.webp`;
    const note = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
    await (await choosing).setFiles(image);
    await items.nth(before).waitFor();
    // What is no picture says so, and keeps nothing else from coming.
    const again = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('Add pictures') }).click();
    await (await again).setFiles([note]);
    await page
      .getByRole('alert')
      .filter({ hasText: t('picture.unreadable') })
      .waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-upload.png`, fullPage: true });
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Remove {name} from the list', { name: 'note.jpg' }) }).click();
    await items.nth(before).locator('img').waitFor();
    await page.getByText(t('Say what the pictures show')).waitFor();
    for (const lang of ['en', 'fr', 'de', 'es', 'zh']) await page.locator(`#product-alt-${before}-${lang}`).fill('Oak');
    await page.getByText(t('Say what the pictures show')).waitFor({ state: 'detached' });
    await page.reload();
    await items.nth(before).locator('img').waitFor();
    assert.equal(await page.locator(`#product-alt-${before}-de`).inputValue(), 'Oak');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByText(t('Saved. The shop shows it now.')).first().waitFor();
    const { fields } = await call('product/show', { sku: SKU });
    assert.match(fields.pictures, /\nbath-board-oak-bath-480-[0-9a-f]{8}$/);
    assert.match(fields['alt.de'], /\nOak$/);
  });
});

const SCREENS = /** @type {const} */ ([
  ['list', '/products?q=tow-', 'main table'],
  ['grid', '/products?q=tow-&grid=name.de,weight_g,enabled', '#cell-0-0'],
  ['texts', `/products/${SKU}`, '#product-name-de'],
  ['facts', `/products/${SKU}?part=facts`, '#product-weight_g'],
  ['lists', `/products/${SKU}?part=lists`, '#product-category'],
  ['pictures', `/products/${SKU}?part=pictures`, '#product-alt-0-de'],
  ['variants', '/products/TOW-LAC?part=variants', 'main table'],
  ['prices', `/products/${SKU}?part=prices`, 'main table'],
  ['preview', `/products/${SKU}?part=preview`, 'article h2'],
]);

/** Each screen at one width, by turns; with SHOTS at all of them. */
for (const [turn, [lang, width, height]] of /** @type {const} */ ([
  ['de', 1280, 900],
  ['de', 375, 812],
  ['fr', 768, 1024],
]).entries()) {
  test(`the products in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width, height }, async ({ page, open, join }) => {
      await join('Mira Sandoz', 'owner', lang);
      for (const [at, [name, path, ready]] of SCREENS.entries()) {
        if (!SHOTS && at % 3 !== turn) continue;
        await open(path);
        await page.locator(ready).first().waitFor();
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], name);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/products-${name}-${lang}-${width}.png`, fullPage: true });
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${name}: no sideways scrolling`,
        );
      }
    });
  });
}
