/**
 * The packing room in the console: papers, an order packed with a scanner, tracking numbers of many pasted, and axe on each
 * state.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
// More orders than the demonstration has goods for.
await house.command('stock', 'set', 'TOW-GAN', '100');
after(async () => {
  await closeBrowser();
  await house.stop();
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const PAIRS = /** @type {const} */ ([
  ['en', 1280],
  ['fr', 375],
  ['de', 375],
  ['es', 768],
  ['zh', 375],
]);

const heading = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const pending = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Pending actions') });

/** What is to be packed of an order. @param {Operator} operator @param {string} number */
async function toPack(operator, number) {
  const { items } = await operator.call('pack/list', {});
  return items.find((/** @type {any} */ one) => one.number === number);
}

/** As a scanner types. @param {Operator} operator @param {string} code */
async function scan({ page }, code) {
  await page.locator('#pack-scan:focus').waitFor();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('papers of chosen orders open in a tab of their own, and can be saved', async () => {
  const numbers = [
    await house.order({ first_name: 'Anna', last_name: 'Kesselring' }),
    await house.order({ first_name: 'Blaise', last_name: 'Moreau' }),
  ];
  await withOperator(house, {}, async (operator) => {
    const { page, context, t, open } = operator;
    await operator.join('Emil Roth', 'packing');
    await open('/today');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await heading(page, t('Pack')).waitFor();
    for (const number of numbers) {
      await page.getByRole('checkbox', { name: t('Select {number}', { number }) }).check();
    }
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: t('Print…') }).click();
    const asked = page.waitForRequest('**/console_api/pack/papers');
    await page.getByRole('menuitem', { name: t('Pick list and packing slips') }).click();
    assert.deepEqual((await asked).postDataJSON().numbers.sort(), [...numbers].sort());
    await opened;
    const save = page.getByRole('main').getByRole('link', { name: t('Save') });
    assert.match((await save.getAttribute('download')) ?? '', /\.pdf$/);
    assert.match((await save.getAttribute('href')) ?? '', /^blob:/);

    // All of it in one file.
    const again = context.waitForEvent('page');
    await page.getByRole('button', { name: t('Print…') }).click();
    const whole = page.waitForResponse('**/console_api/pack/papers');
    await page.getByRole('menuitem', { name: t('Everything in one file, labels 105 × 148 mm') }).click();
    const sent = (await whole).request().postDataJSON();
    assert.deepEqual([sent.kind, sent.numbers.sort()], ['all', [...numbers].sort()]);
    await again;
    await page
      .getByText(t('{what}: ready to print', { what: t('Everything in one file, labels 105 × 148 mm') }))
      .waitFor();
  });
});

test('the papers of an order are printed from its own page while there is something to pack', async () => {
  const number = await house.order({ first_name: 'Anna', last_name: 'Kesselring' });
  await withOperator(house, {}, async (operator) => {
    const { page, context, t, open } = operator;
    await operator.join('Ines Vogel', 'manager');
    const { invoices } = await operator.call('order/show', { number });
    const print = page.getByRole('button', { name: t('Print…') });
    for (const [item, path] of /** @type {const} */ ([
      [t('Pick list and packing slips'), 'pack/papers'],
      [t('Address labels, 105 × 148 mm'), 'pack/papers'],
      [t('Invoice {number}', { number: invoices[0].number }), 'order/document'],
    ])) {
      await open(`/orders/${number}`);
      await print.click();
      const opened = context.waitForEvent('page');
      const asked = page.waitForRequest(`**/console_api/${path}`);
      await page.getByRole('menuitem', { name: item }).click();
      const sent = (await asked).postDataJSON();
      assert.deepEqual(sent.numbers ?? [sent.number], [number]);
      await opened;
      const save = page
        .getByRole('main')
        .getByRole('status')
        .getByRole('link', { name: t('Save') });
      assert.match((await save.getAttribute('href')) ?? '', /^blob:/);
    }
    assert.deepEqual(await violations(page), []);
    // What has left the house, and what is not paid, is not packed.
    for (const other of [house.orders.shipped, house.orders.unpaid]) {
      await open(`/orders/${other}`);
      await page.getByRole('button', { name: t('More actions') }).waitFor();
      assert.equal(await print.count(), 0);
    }
  });
});

test('an order is packed with a scanner alone', async () => {
  const number = await house.order({ first_name: 'Ottilie', last_name: 'Brandstätter' });
  const other = await house.order({ first_name: 'Wilhelmina', last_name: 'Zoller' });
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'packing');
    const [line] = (await toPack(operator, number)).lines;
    await open(`/pack?mode=pack&orders=${number},${other}`);

    // A number on a slip leads to its order, and back.
    await scan(operator, other);
    await heading(page, other).waitFor();
    await scan(operator, number);
    await heading(page, number).waitFor();

    await scan(operator, 'NOT-OURS');
    await page
      .getByRole('alert')
      .getByText(t('{code} does not belong in this parcel.', { code: 'NOT-OURS' }))
      .waitFor();
    for (let qty = 0; qty < line.qty; qty += 1) await scan(operator, line.sku.toLowerCase());
    // The next thing to scan is the parcel itself.
    await page.locator('#pack-tracking:focus').waitFor();
    await page.keyboard.type('JD014600003SE000001');
    await page.keyboard.press('Enter');
    await pending(operator).getByText(new RegExp(number)).waitFor();
    await heading(page, other).waitFor();
    await page.locator('#pack-scan:focus').waitFor();

    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await pending(operator).waitFor({ state: 'detached' });
    assert.deepEqual((await operator.call('order/show', { number })).shipments, []);
  });
});

test('a thumb packs an order on a phone', async () => {
  const number = await house.order({ first_name: 'Lucía', last_name: 'Peña' });
  await withOperator(house, { width: 375 }, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'packing');
    const { lines } = await toPack(operator, number);
    await open(`/pack?mode=pack&at=${number}`);
    const goods = page.getByRole('list', { name: t('In the parcel') }).locator('[data-row]');
    for (const [at, { qty }] of lines.entries()) {
      for (let taps = 0; taps < qty; taps += 1) await goods.nth(at).tap();
    }
    const ship = page.getByRole('button', { name: t('Ship'), exact: true });
    await ship.tap();
    await pending(operator).getByText(new RegExp(number)).waitFor();
  });
});

test('pasted tracking numbers are checked before, and what fails can be tried again', async () => {
  const good = await house.order({ first_name: 'Anna', last_name: 'Good' });
  const gone = await house.order({ first_name: 'Blaise', last_name: 'Gone' });
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'packing');
    await open('/pack');
    await page.getByRole('button', { name: t('Paste tracking numbers') }).click();
    await page
      .locator('#pack-paste')
      .fill(`${good}\tJD01\n${gone} JD02\n${good} JD03\n2020-999999 JD04\nhello\n${gone}`);
    const rows = page.locator('main tbody tr');
    await rows.nth(5).waitFor();
    for (const [at, text] of [
      t('Can be shipped'),
      t('Can be shipped'),
      t('The same order as in row {row}', { row: '1' }),
      t('Not among the orders to pack'),
      t('Does not begin with the number of an order'),
      t('The tracking number is missing'),
    ].entries()) {
      await rows.nth(at).getByText(text).waitFor();
    }
    // By another door, since the list was read.
    await house.command('order', 'ship', gone);
    await page.getByRole('button', { name: t('Ship all') }).click();
    await pending(operator).getByText(new RegExp(good)).waitFor();
    await page.getByText(t('{failed} of {all} could not be shipped', { failed: '1', all: '2' })).waitFor();
    await page.getByRole('button', { name: t('Try again for those') }).click();
    await page.getByText(t('{failed} of {all} could not be shipped', { failed: '1', all: '2' })).waitFor();
    await page.getByRole('button', { name: t('Paste more') }).click();
    const left = await page.locator('#pack-paste').inputValue();
    assert.doesNotMatch(left, /JD01/);
    assert.match(left, /JD02/);
  });
});

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe in the packing room, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open } = operator;
      await operator.join('Clara Whitmore', 'owner', lang);
      /** @type {string[]} */
      const found = [];
      const judge = async (/** @type {string} */ state) => {
        found.push(...(await violations(page)).map((fault) => `${state}: ${fault}`));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (excess > 0) found.push(`${state}: ${excess} px too wide`);
      };
      await open('/pack');
      await page.locator('main [data-select]').first().check();
      await judge('list');
      await open(`/pack?mode=pack&at=${house.orders.paid}`);
      await scan(operator, 'NOT-OURS');
      await page.getByRole('alert').getByText('NOT-OURS').waitFor();
      await judge('wrong item');
      await page.getByRole('button', { name: t('Tick all') }).click();
      await page.locator('#pack-tracking:focus').waitFor();
      await judge('ready');
      await open('/pack?mode=paste');
      await page.locator('#pack-paste').fill(`${house.orders.paid} JD01\nhello`);
      await page.locator('main tbody tr').nth(1).waitFor();
      await judge('pasted');
      assert.deepEqual(found, []);
    }));
}
