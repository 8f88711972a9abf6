/**
 * Work that the shop does later, with its clock moved over weekends and holidays: end of newsletter and account; and the
 * fapiao of an order.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAxeClean } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { finger, hasFocus, keyboard } from './support/inputModes.mjs';
import { instabilities, overflows } from './support/measure.mjs';
import { SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

/** The clock moves, so each test has its own shop. */
const slow = () => setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });
const [letters, accounts] = [await slow(), await slow()];
const five = await setupShop({
  SHOP__CAPTCHA__PROVIDER: 'none',
  SHOP__LANGUAGES: JSON.stringify(['en', 'fr', 'de', 'es', 'zh']),
});

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/inputModes.mjs').InputMode} InputMode */

const BRAND = { brand: 'Valmère' };
/** @param {import('playwright-core').Page} page */
async function isInOrder(page) {
  await isAxeClean(page);
  assert.deepEqual(await page.evaluate(overflows), []);
}

/** Christmas Eve, a Thursday before two holidays and a Sunday; and the Thursday before Easter. */
const CHRISTMAS = ['2026-12-24T10:00:00Z', '2026-12-27T12:00:00Z', '2026-12-31T12:00:00Z', '28 December 2026'];
const EASTER = ['2027-03-25T10:00:00Z', '2027-03-29T12:00:00Z', '2027-04-01T12:00:00Z', '30. März 2027'];
/** Friday evenings: the weekend does not count, and Monday must pass in full. */
const MARCH = ['2027-03-12T18:00:00Z', '2027-03-14T20:00:00Z', '2027-03-16T20:00:00Z', '16 March 2027'];
const APRIL = ['2027-04-09T18:00:00Z', '2027-04-11T20:00:00Z', '2027-04-13T20:00:00Z', '13. April 2027'];

for (const { lang, width, feast, weekend } of /** @type {const} */ ([
  { lang: 'en', width: 1280, feast: CHRISTMAS, weekend: MARCH },
  { lang: 'de', width: 375, feast: EASTER, weekend: APRIL },
])) {
  test(`${lang}, ${width} px: unsubscribing takes effect after one working day`, () =>
    withVisitor(letters, { lang, width, own: true }, async (visitor) => {
      const { page, visit, t, calls, press } = visitor;
      const [asked = '', early = '', late = '', last = ''] = feast;
      await letters.setClock(asked);
      const email = await visitor.calls.register({ newsletter: true });
      const mail = await until('the mail is there', () =>
        letters.mail(email, t('Please confirm: the letters of {brand}', BRAND)),
      );
      await calls.call('newsletter/confirm', { token: /newsletter\/confirm\?token=(\w+)/.exec(mail)?.[1] });
      await visit('/account');
      const main = page.locator('main');
      const card = main.locator('section', { has: page.locator('#account-newsletter') });
      await press(card.getByRole('button', { name: t('Unsubscribe'), exact: true }));
      const words =
        'You have unsubscribed. This takes 1 to 2 working days; a letter may still reach you until {until}.';
      await card.getByText(t(words, { until: last }), { exact: true }).waitFor();
      await isInOrder(page);
      await letters.setClock(early);
      assert.equal((await calls.call('account/info')).newsletter.subscribed, true);
      // Jobs that were due are caught up with.
      await letters.setClock(late);
      await until('the letters have ended', async () => !(await calls.call('account/info')).newsletter.subscribed);
      await visit('/account');
      await card.getByText(t('You do not receive our letters.'), { exact: true }).waitFor();
      assert.ok(
        await until('the end is told', () => letters.mail(email, t('You have left the letters of {brand}', BRAND))),
      );
    }));

  test(`${lang}, ${width} px: an account is deleted after one working day unless cancelled`, () =>
    withVisitor(accounts, { lang, width, own: true }, async (visitor) => {
      const { page, visit, t, calls, press } = visitor;
      const main = page.locator('main');
      const [asked = '', early = '', late = '', due = ''] = weekend;
      await accounts.setClock(asked);
      const email = await visitor.calls.register({ newsletter: true });
      const ask = async () => {
        await press(main.locator('#delete-account summary'));
        await main.locator('#deletion-password').fill(PASSWORD);
        await press(main.locator('#delete-account').getByRole('button', { name: t('Delete my account'), exact: true }));
        const dialog = page.locator('dialog[open]');
        await press(dialog.getByRole('button', { name: t('Delete my account'), exact: true }));
        await main.getByRole('button', { name: t('Keep my account'), exact: true }).waitFor();
      };
      await visit('/account');
      await ask();
      await isInOrder(page);
      await main.getByText(new RegExp(due.replaceAll(' ', '\\s'))).waitFor();
      await press(main.getByRole('button', { name: t('Keep my account'), exact: true }));
      await main.locator('#delete-account').waitFor();
      await ask();
      await accounts.setClock(early);
      await visit('/account');
      await main.getByRole('button', { name: t('Keep my account'), exact: true }).waitFor();
      await accounts.setClock(late);
      // The last mail is written to no file, which would name the person; nothing is left of the others either.
      const welcome = t('Welcome to {brand}', BRAND);
      await until('its mails are gone', async () => !(await accounts.mail(email, welcome)));
      // The account page redirects to the login, where the account is unknown.
      await visit('/account');
      await main.getByRole('heading', { level: 1, name: t('Log in'), exact: true }).waitFor();
      await main.locator('#email').fill(email);
      await main.locator('#password').fill(PASSWORD);
      await press(main.getByRole('button', { name: t('Log in'), exact: true }));
      const summary = main.getByRole('alert').filter({ hasText: t('There is a problem') });
      await summary.getByRole('link', { name: t('login.incorrect'), exact: true }).waitFor();
      assert.equal((await calls.call('cart/sidebar')).total_qty, 0);
    }));
}

// ── Fapiao ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function fapiao(visitor, input) {
  const { page, visit, t, calls } = visitor;
  const main = page.locator('main');
  await visitor.calls.register();
  await calls.add(SIMPLE);
  const { order_number } = await calls.order('bank_transfer');
  await visit(`/order/detail?order_number=${order_number}`);
  const part = main.locator('section', { has: page.locator('#fapiao-title') });
  const radios = part.locator('input[type="radio"]');
  await input.press(part.getByRole('button', { name: t('Ask for a fapiao'), exact: true }));
  await until('the form has focus', () => hasFocus(radios.first()));
  assert.equal(await radios.count(), 5);
  await isInOrder(page);
  await input.choose(part.locator('input[value="vat"]'));
  const fields = ['business-name', 'tax-id', 'registered-address', 'registered-phone', 'bank-name', 'bank-account'];
  for (const name of fields) await part.locator(`#fapiao-${name}`).waitFor();
  const send = part.getByRole('button', { name: t('Send'), exact: true });
  await input.write(part.locator('#fapiao-tax-id'), '91310000MA1K35X1');
  await input.press(send);
  const summary = part.getByRole('alert').filter({ hasText: t('There is a problem') });
  await until('the summary has focus', () => hasFocus(summary));
  assert.equal(await summary.getByRole('link').count(), 6);
  await isInOrder(page);
  // 15, 18 or 20 letters and digits.
  await part.locator('#fapiao-tax-id').fill('');
  await input.write(part.locator('#fapiao-tax-id'), '91310000MA1K35X12Y');
  await input.write(part.locator('#fapiao-business-name'), '湖畔酒店管理有限公司');
  await input.write(part.locator('#fapiao-registered-address'), '上海市静安区南京西路1266号');
  await input.write(part.locator('#fapiao-registered-phone'), '021-6288 0000');
  await input.write(part.locator('#fapiao-bank-name'), '中国银行静安支行');
  await input.write(part.locator('#fapiao-bank-account'), '4355 8888 0000 1234');
  await input.press(send);
  await part.getByText(t('fapiao.requested'), { exact: true }).waitFor();
  await part.getByText('91310000MA1K35X12Y', { exact: true }).waitFor();
  await part.getByText(t('Special VAT fapiao'), { exact: true }).waitFor();
  await isInOrder(page);
  assert.match(await five.command('fapiao', 'list'), new RegExp(order_number));
}

test('zh: fapiao by keyboard', () =>
  withVisitor(five, { lang: 'zh', calm: true }, (visitor) => fapiao(visitor, keyboard(visitor.page))));

test('zh: fapiao on a phone', () =>
  withVisitor(five, { lang: 'zh', width: 375 }, (visitor) => fapiao(visitor, finger(visitor.page))));

test('zh: each type has its fields, and "none" can be changed to another', () =>
  withVisitor(five, { lang: 'zh' }, async (visitor) => {
    const { page, visit, t, calls } = visitor;
    await visitor.calls.register();
    await calls.add(SIMPLE);
    const { order_number } = await calls.order('bank_transfer');
    await visit(`/order/detail?order_number=${order_number}`);
    const part = page.locator('main section', { has: page.locator('#fapiao-title') });
    await part.getByRole('button', { name: t('Ask for a fapiao'), exact: true }).click();
    const shown = () =>
      part.locator('input:not([type="radio"], [type="hidden"])').evaluateAll((all) => all.map(({ id }) => id));
    for (const [type, fields] of /** @type {const} */ ([
      ['personal', []],
      ['business', ['fapiao-business-name', 'fapiao-tax-id']],
      ['electronic', ['fapiao-business-name', 'fapiao-tax-id']],
      ['none', []],
    ])) {
      await part.locator(`input[value="${type}"]`).check();
      await until(`fields of ${type}`, async () => JSON.stringify(await shown()) === JSON.stringify(fields));
    }
    await part.getByRole('button', { name: t('Send'), exact: true }).click();
    await part.getByRole('button', { name: t('Ask for a fapiao after all'), exact: true }).click();
    await part.locator('input[value="personal"]').check();
    await part.getByRole('button', { name: t('Send'), exact: true }).click();
    await part.getByText(t('Fapiao for a person'), { exact: true }).waitFor();
  }));

test('zh: an order of another store view has no fapiao', () =>
  withVisitor(five, { lang: 'en' }, async (visitor) => {
    const { page, visit, calls } = visitor;
    await visitor.calls.register();
    await calls.add(SIMPLE);
    const { order_number } = await calls.order('bank_transfer');
    await visit(`/order/detail?order_number=${order_number}`);
    assert.equal(await page.locator('#fapiao-title').count(), 0);
  }));

test('zh: the fapiao section is server-rendered without layout shift, and disappears on cancellation', () =>
  withVisitor(five, { lang: 'zh' }, async ({ context, page, visit, press, t, calls }) => {
    await calls.register();
    await calls.add(SIMPLE);
    const { order_number } = await calls.order('bank_transfer');
    const address = `/order/detail?order_number=${order_number}`;
    const document = await (await context.request.get(`${five.url}/zh${address}`)).text();
    assert.match(document, /id="fapiao-title"/);
    await visit(address);
    assert.deepEqual(await instabilities(page), []);
    await press(page.locator('main').getByRole('button', { name: t('Cancel the order'), exact: true }));
    await press(page.locator('dialog').getByRole('button', { name: t('Cancel the order'), exact: true }));
    await page.getByText(t('order.canceled'), { exact: true }).first().waitFor();
    await until('nothing is offered any more', async () => (await page.locator('#fapiao-title').count()) === 0);
  }));
