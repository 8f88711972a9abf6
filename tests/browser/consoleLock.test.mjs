/**
 * The lock of a device in the console: by hand and by itself, what is half typed kept behind it, opened by its person or by
 * somebody else, and axe on it.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { PASSWORD } from './support/totp.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const PAIRS = /** @type {const} */ ([
  ['en', 1280],
  ['fr', 768],
  ['de', 375],
  ['es', 375],
  ['zh', 1280],
]);

const note = (/** @type {Operator} */ { page, t }) => page.getByRole('textbox', { name: t('Note for the house') });
const lock = (/** @type {Operator} */ { page, t }) => page.getByRole('dialog', { name: t('Locked'), exact: true });

/** From the menu of the person. @param {Operator} operator */
async function lockByHand(operator) {
  const { page, t } = operator;
  await page.getByRole('banner').locator('button[aria-haspopup="true"]').click();
  await page.getByRole('menuitem', { name: t('Lock'), exact: true }).click();
  await lock(operator).waitFor();
}

/**
 * What keeps the lock from being seen, in words: an element over its middle, or styles of one around it.
 *
 * @param {import('playwright-core').Page} page
 */
const hiding = (page) =>
  page.getByRole('dialog').evaluate((dialog) => {
    const { left, top, width, height } = dialog.getBoundingClientRect();
    const middle = document.elementFromPoint(left + width / 2, top + height / 2);
    const found = dialog.contains(middle) ? [] : [`over it: ${middle?.className ?? 'nothing'}`];
    for (let at = dialog; at.parentElement; at = at.parentElement) {
      const { opacity, clip, clipPath, maskImage } = getComputedStyle(at);
      const is = { opacity, clip, clipPath, maskImage };
      const plain = { opacity: '1', clip: 'auto', clipPath: 'none', maskImage: 'none' };
      if (JSON.stringify(is) !== JSON.stringify(plain)) found.push(JSON.stringify(is));
    }
    return found;
  });

/** @param {Operator} operator @param {string} [password] */
async function unlock(operator, password = PASSWORD) {
  const { page, t } = operator;
  await page.getByLabel(t('Password'), { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('what is half typed is behind the lock, and there again', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await register(house, operator.call, 'Mira Sandoz', 'orders');
    await open(`/orders/${house.orders.unpaid}`);
    await note(operator).fill('calls back on');
    await lockByHand(operator);
    assert.equal(await page.getByText(house.orders.unpaid).first().isVisible(), false);
    // Keys of the console do nothing behind it.
    await page.keyboard.press('Control+k');
    assert.equal(await page.getByRole('dialog').count(), 1);
    await unlock(operator, 'not the right one');
    await page.getByText(t('staff.password_wrong')).waitFor();
    await unlock(operator);
    await lock(operator).waitFor({ state: 'detached' });
    assert.equal(await note(operator).inputValue(), 'calls back on');
    await note(operator).fill('calls back on Monday');
    await page.getByRole('button', { name: t('Add the note') }).click();
    await page.getByText('calls back on Monday').waitFor();
  }));

test('a shared device that nobody uses is locked, and a reload does not open it', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    const { email, key } = await register(house, operator.call, 'Mira Sandoz', 'orders');
    await operator.call('staff/sign_out', {});
    await open('/today');
    await page.getByLabel(t('Email address')).fill(email);
    await page.getByLabel(t('Password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t('Code'), { exact: true }).fill(await house.code(key));
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('Today') }).waitFor();
    await house.later(11);
    await page
      .getByRole('navigation', { name: t('Screens') })
      .getByRole('link', { name: t('Orders') })
      .click();
    await lock(operator).waitFor();
    await page.reload();
    await lock(operator).waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    await unlock(operator);
    await page.getByRole('heading', { level: 1, name: t('Orders') }).waitFor();
    await page.getByText(house.orders.unpaid).waitFor();
  }));

test('somebody else goes on where a locked device stood', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    const emil = await register(house, operator.call, 'Emil Roth', 'orders');
    await register(house, operator.call, 'Mira Sandoz', 'orders');
    await open(`/orders/${house.orders.unpaid}`);
    await note(operator).fill('wants a gift box');
    await lockByHand(operator);
    await page.getByRole('button', { name: t('Go on as somebody else…') }).click();
    await page.getByRole('textbox', { name: t('Email address'), exact: true }).fill(emil.email);
    await page.getByLabel(t('Password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t('Code'), { exact: true }).fill(await house.code(emil.key));
    await page.getByRole('button', { name: t('Sign in'), exact: true }).click();
    await page.getByRole('banner').getByText('Emil Roth').waitFor();
    assert.equal(await note(operator).inputValue(), 'wants a gift box');
    await page.getByRole('button', { name: t('Add the note') }).click();
    await page.getByText(t('Note by {name}', { name: 'Emil Roth' })).waitFor();
  }));

test('all tabs of a device are locked and opened together', () =>
  withOperator(house, {}, async (operator) => {
    const { context, t, open } = operator;
    await register(house, operator.call, 'Mira Sandoz', 'orders');
    await open('/orders');
    const other = { ...operator, page: await context.newPage() };
    await other.page.goto('/console/orders');
    await other.page.getByRole('heading', { level: 1, name: t('Orders') }).waitFor();
    await lockByHand(operator);
    await lock(other).waitFor();
    await unlock(other);
    await lock(operator).waitFor({ state: 'detached' });
    // One that was loaded while it was locked is opened with the others, too.
    await lockByHand(operator);
    await other.page.reload();
    await lock(other).waitFor();
    await unlock(operator);
    await other.page.getByRole('heading', { level: 1, name: t('Orders') }).waitFor();
  }));

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe on the lock, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open } = operator;
      await register(house, operator.call, 'Maximilian Oberhuber-Lindenstein', 'orders', lang);
      await open('/orders');
      await lockByHand(operator);
      assert.deepEqual(await hiding(page), []);
      const found = await violations(page);
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-${lang}-${width}.png` });
      await page.getByRole('button', { name: t('Go on as somebody else…') }).click();
      found.push(...(await violations(page)));
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/lock-other-${lang}-${width}.png` });
      assert.deepEqual(found, []);
    }));
}
