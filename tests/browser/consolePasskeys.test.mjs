/**
 * Passkeys in the console, with an authenticator of the browser's own: an invitation accepted, sign-in, proof, the lock, keys added,
 * renamed and removed, what is said where none is offered, and axe on it. SHOTS=<folder> saves a picture of each screen.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { device } from './support/passkeys.mjs';

const { SHOTS } = process.env;
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
  ['de', 1280],
  ['zh', 1280],
]);

const heading = (/** @type {Operator} */ { page, t }, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name: t(name), exact: true });
const button = (/** @type {Operator} */ { page, t }, /** @type {string} */ name) =>
  page.getByRole('button', { name: t(name), exact: true });

/** Accepts an invitation with a passkey. @param {Operator} operator @param {string} [role] */
async function accept(operator, role = 'owner') {
  const { page, t } = operator;
  const email = `${crypto.randomUUID().slice(0, 8)}@valmere.example`;
  await page.goto(await house.invite(email, role));
  await heading(operator, 'Welcome').waitFor();
  await page.getByLabel(t('Name'), { exact: true }).fill('Mira Sandoz');
  await button(operator, 'Create the passkey').click();
  await heading(operator, 'Your passkey is ready').waitFor();
  return email;
}

/** From the menu of the person. @param {Operator} operator */
async function lockByHand({ page, t }) {
  await page.getByRole('banner').locator('button[aria-haspopup="true"]').click();
  await page.getByRole('menuitem', { name: t('Lock'), exact: true }).click();
  await page.getByRole('dialog', { name: t('Locked'), exact: true }).waitFor();
}

/** @param {Operator} operator @param {string} name */
async function shot({ page, lang }, name) {
  if (!SHOTS) return;
  const width = page.viewportSize()?.width;
  await page.screenshot({ path: `${SHOTS}/passkeys-${name}-${lang}-${width}.png`, fullPage: true });
}

test('with a passkey alone: invitation, proof, keys, sign-out, sign-in and the lock', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call, tabTo } = operator;
    const { verify, replace } = await device(operator);
    await page.goto(await house.invite('mira@valmere.example', 'owner'));
    await heading(operator, 'Welcome').waitFor();

    // By keyboard; what is missing is said before the browser asks for anything.
    await tabTo(button(operator, 'Create the passkey'));
    await page.keyboard.press('Enter');
    await page.locator('[role="alert"] a').first().click();
    await page.keyboard.type('Mira Sandoz');
    // A person who declines has made no error.
    await verify(false);
    await page.keyboard.press('Enter');
    await button(operator, 'Create the passkey').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await verify(true);
    await tabTo(button(operator, 'Create the passkey'));
    await page.keyboard.press('Enter');
    await heading(operator, 'Your passkey is ready').waitFor();
    await button(operator, 'Open the console').click();
    await heading(operator, 'Today').waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the secret has left the address');

    await open('/me');
    await page.getByText(t('This passkey is your only way in')).waitFor();
    assert.equal(await page.getByRole('heading', { name: t('Password'), exact: true }).count(), 0);
    const keys = page.getByRole('region', { name: t('Passkeys'), exact: true });
    const first = (await keys.getByRole('rowheader').first().textContent()) ?? '';

    // Fresh proof by the key itself; the device that has one makes no second.
    await house.later(6);
    await button(operator, 'Add a passkey').click();
    await page.getByLabel(t('Name'), { exact: true }).last().fill('Tablet in the packing room');
    await button(operator, 'Create the passkey').click();
    await button(operator, 'Confirm with your passkey').click();
    await page.getByText(t('passkey.here_already')).waitFor();
    await replace();
    await button(operator, 'Create the passkey').click();
    await page.getByText(t('The passkey ‘{name}’ is added.', { name: 'Tablet in the packing room' })).waitFor();
    assert.equal(await page.getByText(t('This passkey is your only way in')).count(), 0);

    // The first is removed: its device is gone.
    await page.getByRole('button', { name: t('Actions for {name}', { name: first }), exact: true }).click();
    await page.getByRole('menuitem', { name: t('Remove…') }).click();
    await button(operator, 'Remove').click();
    await page.getByText(t('The passkey ‘{name}’ is removed.', { name: first })).waitFor();
    assert.equal(await keys.getByRole('rowheader').count(), 1);
    await page.getByRole('button', { name: t('Actions for {name}', { name: 'Tablet in the packing room' }) }).click();
    assert.equal(await page.getByRole('menuitem', { name: t('Remove…') }).count(), 0, 'the last way in stays');
    await page.getByRole('menuitem', { name: t('Rename…') }).click();
    await page.getByLabel(t('Name'), { exact: true }).last().fill('Tablet');
    await button(operator, 'Save').last().click();
    await keys.getByRole('rowheader', { name: 'Tablet', exact: true }).waitFor();

    await lockByHand(operator);
    assert.equal(await page.getByLabel(t('Password'), { exact: true }).count(), 0);
    await button(operator, 'Unlock with your passkey').click();
    await keys.getByRole('rowheader', { name: 'Tablet', exact: true }).waitFor();

    await call('staff/sign_out', {});
    await open('/');
    await button(operator, 'Sign in with a passkey').click();
    await heading(operator, 'Today').waitFor();
    await page.getByRole('banner').getByText('Mira Sandoz').waitFor();
  }));

test('a locked device changes hands by a passkey', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call } = operator;
    await device(operator);
    await accept(operator, 'orders');
    // Another person comes in at this device, which changes hands at the lock.
    await register(house, call, 'Emil Roth', 'orders');
    await open('/orders');
    await lockByHand(operator);
    assert.equal(await button(operator, 'Unlock with your passkey').count(), 0, 'Emil has none');
    await button(operator, 'Go on as somebody else…').click();
    await button(operator, 'Sign in with a passkey').click();
    await page.getByRole('banner').getByText('Mira Sandoz').waitFor();
    await page.getByText(t('Locked'), { exact: true }).waitFor({ state: 'detached' });
  }));

test('an owner removes the passkeys of a person', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await device(operator);
    await accept(operator);
    await withOperator(house, {}, async (other) => {
      await device(other);
      await accept(other, 'packing');
    });
    await open('/people');
    // Both have the name; the owner stands first.
    const row = page.getByRole('row').filter({ hasText: 'Mira Sandoz' }).last();
    await row.getByText('1 passkey').waitFor();
    await row.getByRole('button', { name: t('Actions for {name}', { name: 'Mira Sandoz' }) }).click();
    await page.getByRole('menuitem', { name: t('Remove all passkeys…') }).click();
    assert.deepEqual(await violations(page), []);
    await button(operator, 'Remove passkeys').click();
    await row.getByText(t('Nothing: needs an invitation')).waitFor();
  }));

test('an IP address offers no passkey and says where one works', () =>
  withOperator(house, {}, async (operator) => {
    const { page } = operator;
    await page.goto(`${house.url.replace('localhost', '127.0.0.1')}/console`);
    await button(operator, 'Sign in').waitFor();
    assert.equal(await button(operator, 'Sign in with a passkey').count(), 0);
    await page.getByRole('link', { name: `${house.url}/console` }).waitFor();
  }));

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe on what passkeys show, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, call } = operator;
      await device(operator);
      /** @type {string[]} */
      const found = [];
      const look = async (/** @type {string} */ name) => {
        found.push(...(await violations(page)));
        await shot(operator, name);
      };
      await page.goto(await house.invite(`${crypto.randomUUID().slice(0, 8)}@valmere.example`, 'owner'));
      await heading(operator, 'Welcome').waitFor();
      await look('invitation');
      await page.getByRole('radio', { name: t('Password and a code from your phone'), exact: true }).check();
      await look('invitation-password');
      await page.getByRole('radio', { name: t('Passkey'), exact: true }).check();
      await page.getByLabel(t('Name'), { exact: true }).fill('Mira Sandoz');
      await button(operator, 'Create the passkey').click();
      await heading(operator, 'Your passkey is ready').waitFor();
      await look('ready');
      await button(operator, 'Open the console').click();
      await heading(operator, 'Today').waitFor();
      await open('/me');
      await page.getByText(t('This passkey is your only way in')).waitFor();
      await look('me');
      await house.later(6);
      await button(operator, 'Add a passkey').click();
      await look('add');
      await page.getByLabel(t('Name'), { exact: true }).last().fill('Tablet');
      await button(operator, 'Create the passkey').click();
      await button(operator, 'Confirm with your passkey').waitFor();
      await look('proof');
      await open('/people');
      await page.getByRole('row').nth(1).waitFor();
      await look('people');
      await lockByHand(operator);
      await look('lock');
      await call('staff/sign_out', {});
      await open('/');
      await button(operator, 'Sign in with a passkey').waitFor();
      await look('sign-in');
      assert.deepEqual(found, []);
    }));
}
