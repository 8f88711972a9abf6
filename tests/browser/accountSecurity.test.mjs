/**
 * A customer's keys and sessions, with an authenticator of the browser's own: a passkey added, named, used to log in and removed; logging
 * out on another device; axe and widths. SHOTS=<folder> saves a picture of each screen.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { overflows } from './support/measure.mjs';
import { device } from './support/passkeys.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const { SHOTS } = process.env;
// Passkeys need a host name.
const started = await setupShop({ SHOP__SERVER__PUBLIC_URL: 'http://localhost', SHOP__CAPTCHA__PROVIDER: 'none' });
const shop = { ...started, url: started.url.replace('127.0.0.1', 'localhost') };

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/** @param {Visitor} visitor @param {string} name @param {number[]} [widths] */
async function look({ page, lang }, name, widths = [1280, 768, 375]) {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    assert.deepEqual(await page.evaluate(overflows), [], `${name} at ${width} px`);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/account-${name}-${lang}-${width}.png`, fullPage: true });
  }
  assert.deepEqual(await violations(page), [], name);
  if (before) await page.setViewportSize(before);
}

const toast = (/** @type {Visitor} */ { page, t }, /** @type {string} */ text) =>
  page.getByText(t(text), { exact: true }).first();
const section = (/** @type {Visitor} */ { page, t }, /** @type {string} */ name) =>
  page.getByRole('region', { name: t(name), exact: true });

test('a passkey is added, logs in, is renamed and removed', () =>
  withVisitor(shop, { lang: 'de', own: true, calm: true }, async (visitor) => {
    const { page, t, calls, visit, press } = visitor;
    const email = await calls.register();
    const phone = await device(visitor);
    await visit('/account/edit');
    const keys = section(visitor, 'Passkeys');
    const button = (/** @type {string} */ name, params = {}) =>
      keys.getByRole('button', { name: t(name, params), exact: true });

    // What was typed stays when the password is wrong, and when the person declines.
    await press(button('Add a passkey'));
    await press(button('Create the passkey'));
    await keys.getByText(t('passkey.name_empty'), { exact: true }).waitFor();
    await page.locator('#add-passkey-name').fill('Mein Telefon');
    await page.locator('#add-passkey-current_password').fill('falsch');
    await press(button('Create the passkey'));
    await keys.getByText(t('password.current_wrong'), { exact: true }).waitFor();
    await look(visitor, 'passkey-form');
    await page.locator('#add-passkey-current_password').fill(PASSWORD);
    await press(button('Create the passkey'));
    await toast(visitor, 'The passkey is added.').waitFor();
    await keys.getByText('Mein Telefon', { exact: true }).waitFor();
    const letter = await until('the mail', () => shop.mail(email, t('A passkey has been added to your account')));
    assert.match(letter, /Mein Telefon/);
    await look(visitor, 'security');

    // Out and in again.
    await phone.touch(false);
    await calls.call('customer/logout');
    await visit('/login');
    await look(visitor, 'login');
    await phone.touch(true);
    await press(page.getByRole('button', { name: t('Log in with a passkey'), exact: true }));
    await page.waitForURL(/\/de\/order$/);
    assert.equal((await calls.call('account/info')).email, email);

    await visit('/account/edit');
    await press(button('Rename: {name}', { name: 'Mein Telefon' }));
    await page.locator('#rename-passkey-name').fill('Altes Telefon');
    await page.keyboard.press('Enter');
    await keys.getByText('Altes Telefon', { exact: true }).waitFor();
    // The passkey itself proves who is there.
    await press(button('Remove: {name}', { name: 'Altes Telefon' }));
    await press(button('Use a passkey instead'));
    await press(button('Remove'));
    await toast(visitor, 'The passkey is removed.').waitFor();
    assert.deepEqual((await calls.call('account/passkeys')).items, []);
  }));

test('a customer logs out on another device', () =>
  withVisitor(shop, { lang: 'fr', width: 375 }, async (here) => {
    const email = await here.calls.register();
    await withVisitor(shop, { lang: 'en', width: 1280 }, async (there) => {
      await there.calls.call('customer/login', { email, password: PASSWORD });
      await here.visit('/account/edit');
      const sessions = section(here, 'Where you are logged in');
      assert.equal(await sessions.getByRole('listitem').count(), 2);
      await look(here, 'sessions', [375]);
      await here.press(
        sessions.getByRole('button', { name: here.t('Log out on {device}', { device: 'Chrome, Linux' }) }),
      );
      await toast(here, 'Logged out there.').waitFor();
      assert.equal(await sessions.getByRole('listitem').count(), 1);
      // There, the next page asks for the login.
      await there.visit('/account/edit');
      await there.page.waitForURL(/\/en\/login/);
    });
  }));
