/**
 * The system in the console: a copy made now, an email that did not leave sent again, or written anew once its address is
 * corrected on the order or of the account; an invoice opened.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';
import { openMailServer } from './support/smtp.mjs';
import { until } from './support/until.mjs';

const mailServer = await openMailServer();
// Accounts are made by calls, which solve no puzzles.
const house = await openHouse({ ...mailServer.env, SHOP__CAPTCHA__PROVIDER: 'none' });
after(async () => {
  await closeBrowser();
  await house.stop();
  await mailServer.stop();
});

const { SHOTS } = process.env;

const anna = { first_name: 'Anna', last_name: 'Kesselring' };

/**
 * An order whose address the mail server does not know, once its letter has failed.
 * @param {import('./support/operator.mjs').Operator} operator
 */
async function undeliverable({ call }) {
  mailServer.refuses = (address) => address.endsWith('@example.com');
  const number = await house.order(anna);
  await until('the mail server refuses the letter', async () => {
    const { mails } = await call('order/show', { number });
    return mails.length > 0 && mails.every((/** @type {any} */ mail) => mail.state === 'failed');
  });
  const { email } = await call('order/show', { number });
  return { number, email };
}

test('a copy made now stands in the list', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    await open('/today');
    await page.keyboard.press('g');
    await page.keyboard.press('y');
    await page.getByRole('heading', { level: 1, name: t('System'), exact: true }).waitFor();
    await page.getByRole('button', { name: t('Make a copy now') }).click();
    await page.getByRole('cell', { name: 'shop-by-hand.db', exact: true }).waitFor();
    await page.getByText(t('The copy is made and verified.')).waitFor();
    const { backups } = await operator.call('system/show', {});
    assert.equal(backups.items[0].name, 'shop-by-hand.db');
    assert.deepEqual(await violations(page), []);
  }));

test('a job is run by hand and says what it did, or that it runs already', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    await open('/system#jobs');
    const word = t('Delete what has expired');
    const run = page.getByRole('button', { name: t('Run now: {word}', { word }) });
    await run.focus();
    await page.keyboard.press('Enter');
    // Of its schedule there may be one at the same moment.
    const done = t('‘{word}’ has run', { word });
    await page
      .getByText(done)
      .or(page.getByText(t('‘{word}’ was not run', { word })))
      .waitFor();
    if (await page.getByText(done).count()) {
      await page.getByRole('status').filter({ hasText: done }).locator('pre').waitFor();
    }
    assert.deepEqual(await violations(page), []);
  }));

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['en', 1280],
    ['es', 768],
    ['de', 375],
  ]),
  import.meta.filename,
)) {
  test(`jobs in ${lang} at ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open } = operator;
      await operator.join('Mira Sandoz', 'owner', lang);
      await open('/system');
      const word = t('Copy the database each night');
      await page.getByRole('button', { name: t('Run now: {word}', { word }) }).click();
      await page.getByText(t('‘{word}’ has run', { word })).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
      if (SHOTS) await page.locator('#jobs').screenshot({ path: `${SHOTS}/system-jobs-${lang}-${width}.png` });
    }));
}

test('an email that was refused is sent again', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    const { number, email } = await undeliverable(operator);
    // Today leads to it.
    await open('/today');
    await page.getByRole('link', { name: t('Show all: {title}', { title: t('Emails not delivered') }) }).click();
    await page.waitForURL('**/console/system#emails');
    const row = page.getByRole('row').filter({ hasText: email }).first();
    await row.getByText('no such user here').waitFor();
    await row.getByRole('link', { name: t('Order {number}', { number }) }).waitFor();
    assert.deepEqual(await violations(page), []);

    mailServer.refuses = () => false;
    await page.getByRole('button', { name: t('Send all failed again') }).click();
    await page.getByText(t('Every email has left.')).waitFor();
    assert.ok(mailServer.taken.includes(email));
  }));

test('an address is corrected on its order, and the letter is written anew', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Jonas Keller');
    const { number, email } = await undeliverable(operator);
    await open('/system');
    await page
      .getByRole('link', { name: t('Order {number}', { number }) })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: number }).waitFor();
    const customer = page.getByRole('region', { name: t('Customer') });
    await customer.getByRole('button', { name: t('Correct the email address…') }).click();
    const field = page.locator('#email-email');
    assert.equal(await field.inputValue(), email);
    // Nothing is changed by the same address, or by none.
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await field.fill('anna.kesselring@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: t('Pending actions') }).waitFor();
    await page.getByText(t('The email address of {number} has been corrected.', { number })).first().waitFor();
    await customer.getByRole('link', { name: 'anna.kesselring@example.org' }).waitFor();
    await until('the letter has left anew', () => mailServer.taken.includes('anna.kesselring@example.org'));
    const { mails } = await operator.call('order/show', { number });
    assert.ok(mails.every((/** @type {any} */ mail) => mail.state !== 'failed'));
  }));

test('a letter to an account leads from Today to its customer, whose corrected address gets it', () =>
  withOperator(house, {}, async (operator) => {
    const { page, context, t, open } = operator;
    await operator.join('Ines Vogel');
    // Today names the oldest ones.
    mailServer.refuses = () => false;
    await until('all others have left', async () => {
      const { mails } = await operator.call('system/retry_mails', {});
      return mails.failed.length + mails.waiting.length === 0;
    });
    mailServer.refuses = (address) => address.endsWith('@example.com');
    const shopper = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), context.request, 'en');
    const email = await shopper.register();
    await until('the mail server refuses the letter', async () => {
      const { mails } = await operator.call('system/show', {});
      return mails.failed.some((/** @type {any} */ mail) => mail.recipient === email);
    });
    await open('/today');
    const duty = page.getByRole('region', { name: t('Emails not delivered') });
    const line = duty.getByRole('link').filter({ hasText: email });
    await line.getByText(new RegExp(t('Customer account'))).waitFor();
    assert.deepEqual(await violations(page), []);
    await line.click();
    await page.waitForURL('**/console/customers/*');
    await page.getByRole('button', { name: t('More actions') }).click();
    await page.getByRole('menuitem', { name: t('Correct the email address…') }).click();
    await page.locator('#customer-email-email').fill('harriet@example.org');
    await page.keyboard.press('Enter');
    // The welcome, and the link to choose a password; the former address is told, which nobody has.
    await until('the letter has left for the corrected address', () => {
      return mailServer.taken.filter((to) => to === 'harriet@example.org').length === 2;
    });
    const { mails } = await operator.call('system/show', {});
    const failed = mails.failed.map((/** @type {any} */ mail) => mail.template);
    assert.ok(
      failed.every((/** @type {string} */ template) => template === 'email_changed'),
      `${failed}`,
    );
  }));

test('an invoice opens in a tab of its own, and can be saved', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'accountant');
    const number = house.orders.shipped;
    const { invoices } = await operator.call('order/show', { number });
    await open(`/orders/${number}`);
    const popup = page.waitForEvent('popup');
    const one = invoices[0].number;
    await page.getByRole('button', { name: t('Open {number} in a new tab', { number: one }) }).click();
    await (await popup).close().catch(() => {});
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: t('Save {0}', { 0: `${one}.pdf` }) }).click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), `${one}.pdf`);
    assert.equal((await readFile(await file.path())).subarray(0, 5).toString(), '%PDF-');
    // An accountant changes no address.
    assert.equal(await page.getByRole('button', { name: t('Correct the email address…') }).count(), 0);
  }));

test('the system is for those who run it', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Jo Li', 'orders');
    await open('/today');
    assert.equal(await page.getByRole('link', { name: t('System'), exact: true }).count(), 0);
    await assert.rejects(operator.call('system/show', {}));
  }));
