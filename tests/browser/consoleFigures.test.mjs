/**
 * Figures: spans in the address, the chart and tables, files, the accountant's month; axe in each state, in five languages.
 * SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
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

const KINDS = /** @type {const} */ ([
  ['en', 1280],
  ['de', 375],
  ['fr', 1440],
  ['es', 768],
  ['zh', 375],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`a span is chosen, compared and saved, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const axe = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/figures-${state}-${lang}.png`, fullPage: true });
      };
      await open('/figures');
      await page.getByRole('slider', { name: t('Revenue over time; arrow keys move over it.') }).waitFor();
      const sums = page.getByRole('definition');
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 30);
      assert.match(await sums.nth(1).innerText(), /^3\b/, 'the orders of the house');
      await axe('overview');
      // The keyboard chooses the span; the address holds it.
      await page.locator('#figures-span').selectOption('today');
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
      assert.ok(new URL(page.url()).searchParams.get('span') === 'today');
      await page.locator('#figures-against').selectOption('none');
      // Chosen days that are reversed are told at their field, and nothing else is lost.
      await page.locator('#figures-span').selectOption('own');
      const from = page.locator('#figures-from');
      const to = page.locator('#figures-to');
      await to.fill('2026-01-01');
      await page.getByText(t('figures.reversed')).waitFor();
      await axe('reversed');
      // What is typed on the way to a day is none.
      const address = page.url();
      await from.fill('0002-12-01');
      await from.blur();
      assert.equal(page.url(), address);
      assert.notEqual(await from.inputValue(), '0002-12-01');
      await from.fill('2025-12-01');
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 32);
      await page.reload();
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 32);
      assert.equal(await to.inputValue(), '2026-01-01');
      // Each table has words of the reader's language, and can be saved.
      await page.locator('#figures-span').selectOption('month');
      for (const kind of ['products', 'vat', 'oss', 'visits', 'payments', 'documents']) {
        await page.locator(`nav a[href*="table=${kind}"]`).press('Enter');
        await page.waitForURL((url) => url.searchParams.get('table') === kind);
        if (kind !== 'oss') await page.locator('tbody tr').first().waitFor();
        await axe(kind);
      }
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: /^CSV/ }).click();
      const saved = await saving;
      assert.match(saved.suggestedFilename(), /^documents-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.csv$/);
      assert.match(await readFile(await saved.path(), 'utf8'), /INV-\d{4}-000001/);
      // The month that goes on now, as one file.
      const month = page.locator('#accountant-month');
      await month.selectOption({ index: 0 });
      await page.getByText(t('This month is not over: more will come.')).waitFor();
      // Refused, it says so, and the page stays.
      await page.route('**/figures/archive*', async (route) => {
        await route.fulfill({
          json: { code: '0', message: '', data: null, error: { id: 'figures.busy', params: {} } },
        });
      });
      await page.getByRole('button', { name: t('Save the archive') }).press('Enter');
      await page.getByText(t('figures.busy')).first().waitFor();
      assert.ok(page.url().includes('/console/figures'));
      await page.unroute('**/figures/archive*');
      const archiving = page.waitForEvent('download');
      await page.getByRole('button', { name: t('Save the archive') }).press('Enter');
      assert.match((await archiving).suggestedFilename(), /^shop-\d{4}-\d{2}\.zip$/);
    });
  });
}

test('the chart tells the numbers of a day, and nothing scrolls sideways at 320 px', async () => {
  await withOperator(house, { lang: 'en', width: 320 }, async ({ page, t, open, join }) => {
    await join('Person narrow', 'accountant', 'en');
    await open('/figures?span=last_7');
    const chart = page.getByRole('slider', { name: t('Revenue over time; arrow keys move over it.') });
    const box = await chart.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 6, box.y + box.height / 2);
    await page
      .getByText(/€[1-9]/)
      .first()
      .waitFor();
    // By keys: to the first day and on, read out as they are passed.
    await chart.focus();
    const days = Number(await chart.getAttribute('aria-valuemax'));
    assert.equal(days, 7);
    for (const [key, place] of /** @type {const} */ ([
      ['Home', 1],
      ['ArrowLeft', 1],
      ['ArrowRight', 2],
      ['End', days],
      ['ArrowRight', days],
      ['ArrowLeft', days - 1],
    ])) {
      await page.keyboard.press(key);
      await page.waitForFunction(
        (wanted) => document.querySelector('[role="slider"]')?.getAttribute('aria-valuenow') === wanted,
        String(place),
      );
    }
    const told = (await chart.getAttribute('aria-valuetext')) ?? '';
    assert.match(told, /: €\d/);
    await page.getByText(told.split(';')[0] ?? '').waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    // An accountant sees no settings, and is not sent there.
    assert.equal(await page.getByRole('link', { name: t('Set them') }).count(), 0);
  });
});

// The last of this file: it sets the shop's clock ahead.
test('the OSS return names the rate that it lacks, and fills once that is entered', async () => {
  // Sold to another member state in another currency, in a quarter that is over by the shop's clock.
  const person = { first_name: 'Jan', last_name: 'Kowalczyk', city: 'Wrocław', country: 'PL', postcode: '50-001' };
  await house.order(person, 'paid', 'PLN');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' });
  await house.later(100 * 24 * 60);
  await withOperator(house, { lang: 'en', width: 1280 }, async ({ page, t, open, join }) => {
    await join('Person quarter', 'owner', 'en');
    const foreign = page.locator('tbody tr').filter({ hasText: 'PLN' });
    const missing = page.getByText(t('Exchange rates are missing: {named}', { named: 'PLN' }), { exact: false });
    /** The cells of a row below these headings. @param {import('playwright-core').Locator} row */
    const cells = async (row) => {
      const [names, texts] = [
        await page.getByRole('columnheader').allInnerTexts(),
        await row.locator('th, td').allInnerTexts(),
      ];
      const own = ['Taxable amount in currency', 'VAT in currency'];
      const euros = ['Taxable amount (EUR)', 'VAT (EUR)'];
      const below = (/** @type {string[]} */ some) => some.map((name) => texts[names.indexOf(name)]);
      return { own: below(own), euros: below(euros) };
    };
    const sum = page.locator('tfoot tr');
    const path = `/figures?span=own&from=${today}&to=${today}&table=oss`;
    await open(path);
    await missing.waitFor();
    const { own, euros } = await cells(foreign);
    assert.ok(
      own.every((amount) => Number(amount) > 0),
      String(own),
    );
    assert.deepEqual(euros, ['–', '–'], 'no rate of another day stands in');
    assert.deepEqual((await cells(sum)).euros, ['', ''], 'a sum of the rest would be taken for the whole');
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/figures-rate-missing.png`, fullPage: true });
    // The way there chooses the quarter, which the browser's clock takes for one that goes on.
    await page.getByRole('link', { name: t('Enter the rates') }).press('Enter');
    const rates = page.getByRole('form', { name: t('Rates for the OSS return') });
    const field = rates.getByLabel(t('{currency} for one euro', { currency: 'PLN' }));
    await field.fill('0.5');
    await field.press('Enter');
    await page.getByText(t('Saved. The OSS return converts at these rates.')).first().waitFor();
    await open(path);
    await foreign.waitFor();
    const doubled = own.map((amount) => (Number(amount) * 2).toFixed(2));
    assert.deepEqual((await cells(foreign)).euros, doubled);
    assert.deepEqual((await cells(sum)).euros, doubled);
    assert.equal(await missing.count(), 0);
    assert.deepEqual(await violations(page), []);
  });
});
