/**
 * The bank account in the console: a statement imported, what is sure booked and undone, movements booked and set aside by
 * keyboard, refunds written for the bank, and axe on each state.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { PASSWORD } from './support/totp.mjs';
import { until } from './support/until.mjs';

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
  ['fr', 768],
  ['de', 375],
  ['es', 768],
  ['zh', 375],
]);

const heading = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const pending = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Pending actions') });

/** @typedef {{ name: string, text: string, amount: string }} Row */

/** @param {Row[]} rows */
function statement(rows) {
  const day = new Date().toISOString().slice(0, 10);
  const lines = rows.map(({ name, text, amount }) => `${day};${day};${name};${text};${amount};EUR`);
  return Buffer.from(['Booking date;Value date;Name;Description;Amount;Currency', ...lines].join('\n'));
}

/** @param {Operator} operator @param {string} name @param {Buffer} buffer */
const drop = ({ page }, name, buffer) =>
  page.locator('input[type="file"]').setInputFiles([{ name, mimeType: 'text/csv', buffer }]);

/** An order that waits for a transfer, with its amount. @param {Operator} operator @param {string} last_name */
async function awaited(operator, last_name) {
  const number = await house.order({ first_name: 'Anna', last_name }, 'unpaid');
  const { outstanding } = await operator.call('order/show', { number });
  return { number, outstanding };
}

/** @param {Operator} operator @param {string} payer */
const row = ({ page }, payer) => page.locator('main [data-item]').filter({ hasText: payer });

test('what is sure in a statement is booked at once, and undone', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    const { number, outstanding } = await awaited(operator, 'Kesselring');
    await open('/bank');
    await drop(
      operator,
      'november.csv',
      statement([
        { name: 'Anna Kesselring', text: `Order ${number}`, amount: outstanding },
        { name: 'Somebody Else', text: 'hello', amount: '13.37' },
      ]),
    );
    const imported = page.getByRole('region', { name: t('Imported statements') });
    await imported.getByText('november.csv').waitFor();
    await imported.getByText(/^2 /).waitFor();
    await imported.getByText(/^1 /).waitFor();
    await pending(operator).waitFor();
    await row(operator, 'Anna Kesselring').getByText(t('Is being booked…')).waitFor();
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await pending(operator).waitFor({ state: 'detached' });
    assert.equal((await operator.call('order/show', { number })).outstanding, outstanding);

    // The same file again brings nothing.
    await drop(
      operator,
      'again.csv',
      statement([{ name: 'Anna Kesselring', text: `Order ${number}`, amount: outstanding }]),
    );
    await imported.getByText('again.csv').waitFor();
    await page.getByRole('button', { name: t('Book what is sure') }).click();
    await row(operator, 'Anna Kesselring').waitFor({ state: 'detached' });
    assert.equal((await operator.call('order/show', { number })).status, 'processing');
    await page.getByRole('link', { name: t('Booked') }).click();
    await page.waitForURL('**/console/bank?tab=booked');
    await page.getByRole('main').getByRole('link', { name: number }).waitFor();
  }));

test('what was booked from the wrong statement is taken back, and that can be undone', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Ines Vogel');
    const first = await awaited(operator, 'Hollenstein');
    const second = await awaited(operator, 'Imboden');
    const content = statement([
      { name: 'Anna Hollenstein', text: `Order ${first.number}`, amount: first.outstanding },
      { name: 'Anna Imboden', text: `Order ${second.number}`, amount: second.outstanding },
    ]).toString('base64');
    const { items } = await operator.call('bank/import', { name: 'wrong.csv', content });
    await operator.call('bank/book_sure', { statement_id: items[0].statement_id });
    const status = async (/** @type {string} */ number) => (await operator.call('order/show', { number })).status;
    await until('both are booked', async () => (await status(second.number)) === 'processing');
    await house.command('order', 'ship', second.number);

    // It says what becomes of each before it is done.
    await open(`/bank?tab=booked&statement=${items[0].statement_id}`);
    const ask = async () => {
      await page.getByRole('button', { name: t('Take these bookings back…') }).click();
      const dialog = page.getByRole('alertdialog', { name: t('Take all bookings of this statement back?') });
      await dialog.getByText(/^1 /).waitFor();
      await dialog.getByRole('link', { name: second.number }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.locator('#take-back-reason').fill('The file of last year');
      await dialog.getByRole('button', { name: t('Take them back') }).click();
      await dialog.waitFor({ state: 'detached' });
      await pending(operator).waitFor();
    };
    await ask();
    assert.equal(await page.getByRole('button', { name: t('Take these bookings back…') }).isDisabled(), true);
    await page.keyboard.press('F6');
    await page.keyboard.press('Enter');
    await pending(operator).waitFor({ state: 'detached' });
    assert.equal(await status(first.number), 'processing');

    await ask();
    await page.getByText(t('The bookings of the statement have been taken back.')).first().waitFor();
    assert.equal(await status(first.number), 'pending_offline');
    assert.equal(await status(second.number), 'shipped');
  }));

test('movements are booked and set aside by keyboard', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, tabTo } = operator;
    const { keyboard } = page;
    await operator.join('Jonas Keller');
    const { number, outstanding } = await awaited(operator, 'Vonlanthen');
    const less = (Number(outstanding) - 1).toFixed(2);
    await open('/today');
    await keyboard.press('g');
    await keyboard.press('b');
    await heading(page, t('Bank account')).waitFor();
    await drop(
      operator,
      'december.csv',
      statement([
        { name: 'Landlord', text: 'rent', amount: '-900.00' },
        { name: 'A. Vonlanthen', text: `Order ${number}`, amount: less },
      ]),
    );
    const own = row(operator, 'A. Vonlanthen');
    await own.getByText(number).first().waitFor();

    // Enter opens the row, `b` books it on the first candidate.
    await tabTo(own.locator('[data-row]'));
    await keyboard.press('Enter');
    await own.getByRole('list', { name: t('What it may belong to') }).waitFor();
    await keyboard.press('b');
    await pending(operator).getByText(new RegExp(number)).waitFor();
    await own.waitFor({ state: 'detached' });
    assert.equal((await operator.call('order/show', { number })).paid, less);

    const rent = row(operator, 'Landlord');
    await tabTo(rent.locator('[data-row]'));
    await keyboard.press('x');
    await rent.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: t('Set aside') }).click();
    await page.waitForURL('**/console/bank?tab=ignored');
    await rent.getByRole('button', { name: t('Take up again') }).click();
    await rent.waitFor({ state: 'detached' });
    await open('/bank');
    await rent.waitFor();
  }));

test('a movement is booked on an order that is searched for', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Noa Berger');
    const { number } = await awaited(operator, 'Zimmermann');
    await open('/bank');
    await drop(operator, 'unnamed.csv', statement([{ name: 'Unnamed Payer', text: 'thanks', amount: '7.77' }]));
    await row(operator, 'Unnamed Payer')
      .getByRole('button', { name: t('Book…') })
      .click();
    await page.locator('#book-order_number').fill('zimmermann');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(number) })
      .click();
    assert.equal(await page.locator('#book-order_number').inputValue(), number);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Book'), exact: true })
      .click();
    await pending(operator).getByText(new RegExp(number)).waitFor();
  }));

test('a file that cannot be read names its row, and one that is too large is not sent', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth');
    await open('/bank');
    const bad = statement([
      { name: 'A', text: 'fine', amount: '1.00' },
      { name: 'B', text: 'not', amount: 'many' },
    ]);
    await drop(operator, 'bad.csv', bad);
    await page.getByRole('alert').filter({ hasText: '3' }).waitFor();
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/bank/import')) sent += 1;
    });
    await drop(operator, 'large.csv', Buffer.alloc(6_100_000, '1'));
    await page.getByText(t('{name} has {size} MB, which is too much', { name: 'large.csv', size: '6.1' })).waitFor();
    assert.equal(sent, 0);
  }));

test('a statement is dropped anywhere on the page', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth');
    await open('/bank');
    const text = statement([{ name: 'Dropped Payer', text: 'by hand', amount: '3.21' }]).toString();
    const held = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    }, text);
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: held });
    await page.getByText(t('Let go to read the statement')).waitFor();
    await page.dispatchEvent('h1', 'drop', { dataTransfer: held });
    await page.getByText(t('Let go to read the statement')).waitFor({ state: 'detached' });
    await row(operator, 'Dropped Payer').waitFor();
  }));

test('refunds leave as one file, after a proof, and say since when', async () => {
  const number = await house.order({ first_name: 'Otto', last_name: 'Refundis' });
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    const { key } = await register(house, operator.call, 'Mira Sandoz');
    const { version } = await operator.call('order/show', { number });
    await operator.call('order/refund', { number, version, amount: '10.00', reason: 'A stain' });
    await until('the refund waits', async () =>
      (await operator.call('bank/refunds', {})).items.some((/** @type {any} */ one) => one.order_number === number),
    );
    await house.later(6);
    await open('/bank?tab=refunds');
    const refund = page.getByRole('row').filter({ hasText: number });
    const iban = refund.getByRole('textbox', { name: t('IBAN of {number}', { number }) });
    await iban.fill('DE89 3704 0044 0532 0130 01');
    await page.keyboard.press('Tab');
    const wrong = t('{number}: this IBAN has a wrong or missing digit. Compare it again.', { number });
    await refund.getByText(wrong).waitFor();
    await iban.fill('DE89 3704 0044 0532 0130 00');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('Write the SEPA file') }).click();
    await page.locator('#proof-password').fill(PASSWORD);
    await page.locator('#proof-code').fill(await house.code(key));
    await page.keyboard.press('Enter');
    const file = await saved;
    assert.match(file.suggestedFilename(), /^REFUNDS-[\da-f-]+\.xml$/);
    const xml = await readFile(await file.path(), 'utf8');
    assert.match(xml, /<InstdAmt Ccy="EUR">10\.00</);
    assert.match(xml, /DE89370400440532013000/);
    await refund.getByText(new RegExp(t('In a file since {written}', { written: '' }).trim())).waitFor();
    assert.equal(await refund.getByRole('checkbox').isChecked(), false, 'it is not paid twice by itself');
  });
});

test('the account is not on the screen of those who may not see it', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Jo Li', 'packing');
    await open('/bank');
    await heading(page, t('There is no such screen')).waitFor();
  }));

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe on the bank account, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, open } = operator;
      await operator.join('Clara Whitmore', 'owner', lang);
      /** @type {string[]} */
      const found = [];
      const judge = async (/** @type {string} */ state) => {
        found.push(...(await violations(page)).map((fault) => `${state}: ${fault}`));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (excess > 0) found.push(`${state}: ${excess} px too wide`);
      };
      await open('/bank');
      await drop(
        operator,
        `${lang}.csv`,
        statement([{ name: 'Maximilian Oberhuber-Lindenstein', text: `${lang} ${width}`, amount: '45.00' }]),
      );
      await row(operator, `${lang} ${width}`).locator('[data-row]').click();
      await page.locator('main dl').waitFor();
      await judge('open');
      await open('/bank?tab=booked');
      await judge('booked');
      await open('/bank?tab=ignored');
      await judge('set aside');
      await open('/bank?tab=refunds');
      await judge('refunds');
      assert.deepEqual(found, []);
    }));
}
