/**
 * Work on orders in the console: found, opened, shipped and undone by keyboard alone; a second person sees what is pending and
 * does nothing to an order that has changed; what fails when its moment comes is told.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';
import { until } from './support/until.mjs';

// Accounts are made by calls, which solve no puzzles.
const house = await openHouse({ SHOP__CAPTCHA__PROVIDER: 'none' });
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const heading = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const address = (/** @type {import('playwright-core').Page} */ page) => new URL(page.url());

const pending = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Pending actions') });

const anna = { first_name: 'Anna', last_name: 'Kesselring' };

test('an order is found, shipped and undone by keyboard alone', async () => {
  const number = await house.order({ first_name: 'Ottilie', last_name: 'Brandstätter' });
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, tabTo } = operator;
    const { keyboard } = page;
    await operator.join('Mira Sandoz', 'orders');
    await open('/');
    await heading(page, t('Today')).waitFor();
    await keyboard.press('g');
    await keyboard.press('o');
    await heading(page, t('Orders')).waitFor();
    await page.locator('main [data-row]').first().waitFor();

    // Words without accents and case; the address holds them.
    await keyboard.press('/');
    await keyboard.type('brandstatter ott');
    await page.waitForURL('**/console/orders?q=brandstatter+ott');
    const row = page.locator(`#order-${number}`);
    await row.waitFor();
    await until('one order is listed', async () => (await page.locator('main [data-row]').count()) === 1);
    await tabTo(row);
    await keyboard.press('x');
    await page.getByRole('region', { name: t('Selection') }).waitFor();
    await keyboard.press('Enter');
    await heading(page, number).waitFor();

    await tabTo(page.getByRole('button', { name: t('Ship…') }));
    await keyboard.press('Enter');
    await page.locator('#ship-tracking:focus').waitFor();
    await keyboard.type('JD014600003SE000001');
    await keyboard.press('Enter');
    await pending(operator).waitFor();
    await page.getByText(t('Until then nothing else can be done with this order.')).waitFor();
    assert.ok(await page.getByRole('button', { name: t('Ship…') }).isDisabled());
    await keyboard.press('F6');
    await keyboard.press('Enter');
    await page.getByText(t('Undone: {number} is as it was.', { number })).waitFor();
    await pending(operator).waitFor({ state: 'detached' });
    const order = await operator.call('order/show', { number });
    assert.equal(order.status, 'processing');
    assert.deepEqual(order.shipments, []);

    // Back to the list with its words, and to the row.
    await tabTo(page.getByRole('main').getByRole('link', { name: t('Orders') }));
    await keyboard.press('Enter');
    await page.waitForURL('**/console/orders?q=brandstatter+ott');
    await page.locator(`#order-${number}:focus`).waitFor();
  });
});

test('a deed is carried out after its ten seconds, and shown without a reload', async () => {
  const number = await house.order(anna, 'unpaid');
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Jonas Keller');
    await open(`/orders/${number}`);
    await page.getByRole('button', { name: t('Record a payment…') }).click();
    await page.locator('#pay-reference').fill('RE 4711');
    await page.keyboard.press('Enter');
    await pending(operator).waitFor();
    await page.getByText(t('The payment of {number} has been booked.', { number })).first().waitFor();
    await page.getByRole('button', { name: t('Ship…') }).waitFor();
    await page.getByText('RE 4711').first().waitFor();
  });
});

test('a second person sees what is pending, and does nothing to an order that has changed', async () => {
  const number = await house.order(anna);
  await withOperator(house, {}, async (first) => {
    await first.join('Mira Sandoz');
    await withOperator(house, {}, async (second) => {
      const { page, t, open } = second;
      await second.join('Jonas Keller');
      await open(`/orders/${number}`);
      await page.getByRole('button', { name: t('Ship…') }).click();
      await page.locator('#ship-tracking').fill('JD014600003SE000002');
      await house.command('order', 'ship', number, '--line', 'TOW-GAN=1', '--tracking', 'JD014600003SE000009');
      const { version } = await first.call('order/show', { number });

      // The other parcel is shown, what was typed is kept, and the second attempt names what was seen now.
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByText('JD014600003SE000009').waitFor();
      assert.equal(await page.locator('#ship-tracking').inputValue(), 'JD014600003SE000002');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      const deed = await first.call('order/ship', { number, version, lines: null, carrier: null, tracking: '' });
      await open(`/orders/${number}`);
      await page.getByText('Mira Sandoz').first().waitFor();
      assert.ok(await page.getByRole('button', { name: t('Ship…') }).isDisabled());
      await first.call('deed/undo', { id: deed.id });
      await assert.rejects(first.call('deed/undo', { id: deed.id }));
    });
  });
});

test('a deed that fails stands in Today with its reason until it is dismissed', async () => {
  const number = await house.order(anna);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    const { version } = await operator.call('order/show', { number });
    await operator.call('order/ship', { number, version, lines: null, carrier: null, tracking: '' });
    // By another door, before its moment.
    await house.command('order', 'ship', number);
    await open('/today');
    const failed = page.getByRole('region', { name: t('Actions that failed') });
    await failed.getByText(number).first().waitFor();
    await failed.getByRole('button', { name: t('Dismiss: {number}', { number }) }).click();
    await failed.waitFor({ state: 'detached' });
    assert.deepEqual((await operator.call('deed/list', {})).items, []);
  });
});

test('the address of a list holds its filters, its order and how much of it is shown', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz', 'orders');
    await open('/orders');
    await page.getByRole('button', { name: t('Processing'), exact: true }).click();
    await page.getByRole('button', { name: t('Filters'), exact: true }).click();
    await page.locator('#orders-country').selectOption('FR');
    await page.getByRole('button', { name: t('Placed') }).click();
    await page.waitForURL('**/console/orders?status=processing&country=FR&sort=oldest');
    await page.reload();
    await page.locator('main [data-row]').first().waitFor();
    assert.equal(
      await page.getByRole('button', { name: t('Processing'), exact: true }).getAttribute('aria-pressed'),
      'true',
    );
    assert.equal(await page.locator('#orders-country').inputValue(), 'FR');
    await page.goBack();
    await page.waitForURL('**/console/orders?status=processing&country=FR');
    assert.equal(address(page).searchParams.get('sort'), null);
  }));

test('the commands find orders as one types', async () => {
  const number = await house.order({ first_name: 'Wilhelmina', last_name: 'Zoller' });
  await withOperator(house, {}, async (operator) => {
    const { page, open } = operator;
    await operator.join('Mira Sandoz', 'orders');
    await open('/me');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('zoller');
    await page.getByRole('menuitem', { name: new RegExp(number) }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, number).waitFor();
  });
});

test('whoever may not ship or refund is offered neither', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'accountant');
    await open(`/orders/${house.orders.paid}`);
    await page.getByRole('heading', { level: 2, name: t('Items') }).waitFor();
    assert.equal(await page.getByRole('button', { name: t('Ship…') }).count(), 0);
    assert.equal(await page.getByRole('button', { name: t('More actions') }).count(), 0);
    assert.equal(await page.locator('#note-text').count(), 0);
    assert.equal(await page.getByRole('button', { name: new RegExp(`^${t('Send again')}`) }).count(), 0);
  });
});

/**
 * A customer of the Chinese store asks for the invoice of a new order; answers the order's number.
 * @param {Operator} operator
 */
async function fapiao({ context }) {
  const shopper = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), context.request, 'zh');
  const email = await shopper.register();
  await shopper.add('TOW-GAN');
  const { order_number } = await shopper.order('bank_transfer', email);
  const form = {
    order_number,
    type: 'vat',
    business_name: '湖畔酒店管理有限公司',
    tax_id: '91310000MA1K35X12Y',
    registered_address: '上海市静安区南京西路1266号',
    registered_phone: '021-6288 0000',
    bank_name: '中国银行静安支行',
    bank_account: '4355 8888 0000 1234',
  };
  await shopper.call('fapiao/create', form);
  return order_number;
}

test('a Chinese invoice leads from Today to where it is noted as issued, once', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const number = await fapiao(operator);
    await open('/today');
    const title = t('Chinese invoices to issue');
    await page.getByRole('link', { name: t('Show all: {title}', { title }) }).click();
    await heading(page, t('Chinese invoices')).waitFor();
    const item = page.locator('main').getByRole('listitem').filter({ hasText: number });
    await item.getByText('湖畔酒店管理有限公司').waitFor();
    await item.getByText('91310000MA1K35X12Y').waitFor();
    await item.getByRole('button', { name: t('It is issued…') }).click();
    const question = page.getByRole('alertdialog', { name: t('Is the invoice of {number} issued?', { number }) });
    await question.waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator('#fapiao-fapiao_number').fill('24312000000012345678');
    await question.getByRole('button', { name: t('Yes, it is issued') }).click();
    await item.waitFor({ state: 'detached' });
    await assert.rejects(call('fapiao/issued', { order_number: number }), /waits to be issued/, 'once');
    await page.getByRole('button', { name: t('Issued'), exact: true }).click();
    await page.waitForURL('**/console/orders/fapiao?state=issued');
    await item.getByText('24312000000012345678').waitFor();
    assert.equal(await page.getByRole('button', { name: t('It is issued…') }).count(), 0);
  }));

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['en', 1280],
    ['fr', 768],
    ['de', 375],
    ['zh', 375],
  ]),
  import.meta.filename,
)) {
  test(`Chinese invoices in ${lang} at ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      const number = await fapiao(operator);
      await open('/orders');
      await page.getByRole('link', { name: t('Chinese invoices') }).click();
      await page.getByRole('link', { name: number }).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/orders-fapiao-${lang}-${width}.png`, fullPage: true });
    }));
}
