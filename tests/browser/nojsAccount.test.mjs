/** The account without JavaScript: details, letters, sessions, data, deletion, addresses, wishlist, passwords and logout. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { ADDRESSES, PASSWORD } from './support/calls.mjs';
import { isTurnOf } from './support/coverage.mjs';
import { assertHolds, press, seen } from './support/noScripts.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const NEW_PASSWORD = 'montagne-et-lac';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__LANGUAGES: JSON.stringify(LANGS) });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/**
 * Follows a link, or a button that leads to a step of the page.
 * @param {Visitor} visitor
 * @param {import('playwright-core').Locator} target
 * @param {RegExp} to
 */
async function follow({ page }, target, to) {
  await target.click();
  await page.waitForURL(to);
}

/** @param {Visitor} visitor @param {string} text */
const says = async ({ page, t }, text) => assertHolds(await seen(page), [t(text)]);

/** A refused form has its errors in the summary, and no password. @param {Visitor} visitor */
async function isRefused({ page, t }) {
  await page
    .locator('main')
    .getByRole('heading', { name: t('There is a problem'), exact: true })
    .waitFor();
  for (const field of await page.locator('main input[type=password]').all()) assert.equal(await field.inputValue(), '');
}

/**
 * Logs in elsewhere.
 * @param {Visitor} visitor
 * @param {string} email
 * @param {number} times
 */
const logInElsewhere = ({ lang }, email, times) =>
  withVisitor(shop, { lang, js: false }, async ({ calls, context }) => {
    for (let turn = 0; turn < times; turn += 1) {
      await calls.call('customer/login', { email, password: PASSWORD });
      await context.clearCookies();
    }
  });

/** @type {Record<string, (visitor: Visitor, email: string) => Promise<void>>} */
const journeys = {
  async details(visitor) {
    const { page, visit, t, calls } = visitor;
    await visit('/account/edit');
    assert.ok(await page.locator('#details-current_password').isVisible());
    assert.equal(await page.getByRole('button', { name: t('Add a passkey'), exact: true }).count(), 0);
    await page.locator('#details-first_name').fill('Maria');
    assert.equal(await press(visitor, t('Save changes')), 303);
    await says(visitor, 'account.saved');
    assert.equal((await calls.call('account/info')).first_name, 'Maria');
    await page.locator('#details-email').fill('maria@example.com');
    await page.locator('#details-current_password').fill('not-this-one-1');
    assert.equal(await press(visitor, t('Save changes')), 422);
    await isRefused(visitor);
    assert.equal(await page.locator('#details-email').inputValue(), 'maria@example.com');
  },
  async letters(visitor) {
    const { page, visit, t, calls } = visitor;
    await visit('/account');
    assert.equal(await press(visitor, t('Subscribe')), 422);
    await says(visitor, 'newsletter.select');
    await page.locator('#account-newsletter-brand').check();
    assert.equal(await press(visitor, t('Subscribe')), 303);
    assert.ok((await calls.call('account/info')).newsletter.confirmation_pending);
  },
  async sessions(visitor, email) {
    const { visit, t, calls } = visitor;
    await logInElsewhere(visitor, email, 3);
    const count = async () => (await calls.call('account/sessions')).items.length;
    await visit('/account/edit');
    assert.equal(await press(visitor, t('Log out on {device}', { device: 'Chrome, Linux' })), 303);
    await says(visitor, 'Logged out there.');
    assert.equal(await count(), 3);
    assert.equal(await press(visitor, t('Log out everywhere else')), 303);
    await says(visitor, 'Logged out everywhere else.');
    assert.equal(await count(), 1);
  },
  async 'data and deletion'(visitor, email) {
    const { page, visit, t, calls, lang } = visitor;
    await visit('/account');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: t('Download my data'), exact: true }).click();
    const data = JSON.parse(await readFile(await (await coming).path(), 'utf8'));
    assert.ok(JSON.stringify(data).includes(email));
    await page.locator('#delete-account summary').click();
    const link = page.locator('#delete-account').getByRole('link', { name: t('Delete my account'), exact: true });
    await follow(visitor, link, /\?confirm=delete$/);
    await page.locator('#deletion-password').fill('not-this-one-1');
    assert.equal(await press(visitor, t('Delete my account')), 422);
    await says(visitor, 'password.current_wrong');
    assert.equal(await page.locator('#deletion-password').inputValue(), '');
    await page.locator('#deletion-password').fill(PASSWORD);
    assert.equal(await press(visitor, t('Delete my account')), 303);
    assert.ok(page.url().endsWith(`/${lang}/account`), page.url());
    assert.ok((await calls.call('account/info')).deletion);
    assert.equal(await press(visitor, t('Keep my account')), 303);
    assert.equal((await calls.call('account/info')).deletion, null);
  },
  async addresses(visitor) {
    const { page, visit, t, calls, lang } = visitor;
    const main = page.locator('main');
    const { country, region = '', address1, city, postcode, telephone } = { region: '', ...ADDRESSES[lang] };
    await visit('/address');
    await follow(visitor, main.getByRole('button', { name: t('Add your first address') }), /\?edit=new$/);
    await page.locator('#address-country').selectOption(country);
    for (const [name, text] of Object.entries({ address1, city, postcode }))
      await page.locator(`#address-${name}`).fill(text);
    assert.equal(await press(visitor, t('Save the address')), 422);
    await isRefused(visitor);
    assert.equal(await page.locator('#address-country').inputValue(), country);
    assert.equal(await page.locator('#address-address1').inputValue(), address1);
    await page.locator('#address-telephone').fill(telephone);
    // The list of its regions came with the country.
    if (region) await page.locator('#address-region').selectOption(region);
    assert.equal(await press(visitor, t('Save the address')), 303);
    await says(visitor, 'account.saved');
    const { items } = await calls.call('address/index');
    assert.deepEqual(
      items.map((/** @type {any} */ one) => [one.address1, one.region, one.default_billing]),
      [[address1, region, true]],
    );
    await follow(visitor, main.locator('li').getByRole('button').first(), /\?edit=\d+$/);
    await page.locator('#address-city').fill(`${city} 2`);
    assert.equal(await press(visitor, t('Save the address')), 303);
    assert.equal((await calls.call('address/index')).items[0].city, `${city} 2`);
    await follow(visitor, main.locator('li').getByRole('button').last(), /\?confirm=\d+$/);
    assertHolds(await seen(page), [t('Delete this address?'), address1]);
    assert.equal(await press(visitor, t('Delete')), 303);
    await says(visitor, 'address.deleted');
    assert.deepEqual((await calls.call('address/index')).items, []);
  },
  async wishlist(visitor) {
    const { page, visit, t, calls, lang } = visitor;
    const isAdded = async (/** @type {string} */ name) => {
      assert.ok(page.url().endsWith(`/${lang}/mywishlist?done=added`), page.url());
      assertHolds(await seen(page), [t('wishlist.added'), name]);
    };
    const listed = async () => (await calls.call('wishlist/index')).items.map((/** @type {any} */ item) => item.sku);
    // The heart of a list.
    await visit('/c/towels');
    const towel = await page.locator('main article h2').first().innerText();
    assert.equal(await page.locator('main article button[aria-pressed]').count(), 0, 'whose page it is, nobody knows');
    assert.equal(await press(visitor, t('Save to the wishlist: {name}', { name: towel })), 303);
    await isAdded(towel);
    assert.equal(await press(visitor, t('Remove {name}', { name: towel })), 303);
    await says(visitor, 'wishlist.removed');
    assert.deepEqual(await listed(), []);
    // That of a product takes what is chosen, whatever the address says.
    const product = await calls.call('catalog/product', { sku: 'TOW-LAC' });
    const chosen = product.variants.at(-1);
    await visit(product.url.replace(`/${lang}`, ''));
    for (const [option, value] of Object.entries(chosen.options)) {
      const radio = page.locator(`main [name="options.${option}"][value="${value}"]`);
      if ((await radio.count()) > 0) await radio.check({ force: true });
      else await page.locator(`#option-${option}`).selectOption(String(value));
    }
    assert.equal(await press(visitor, t('Save to the wishlist')), 303);
    await isAdded(product.name);
    assert.deepEqual(await listed(), [chosen.sku]);
    assert.equal(await press(visitor, t('Remove {name}', { name: product.name })), 303);
    await visit(PRODUCTS.simple);
    const name = await page.locator('main h1').innerText();
    assert.equal(await press(visitor, t('Save to the wishlist')), 303);
    await isAdded(name);
    assert.equal(await press(visitor, t('Move to bag')), 303);
    assert.ok(page.url().endsWith(`/${lang}/cart`), page.url());
    assert.deepEqual(
      (await calls.call('cart')).items.map((/** @type {any} */ item) => item.sku),
      [SIMPLE],
    );
    assert.deepEqual(await listed(), [], 'it has left the list, as with scripts');
  },
  async 'passwords and logout'(visitor, email) {
    const { page, visit, t, calls, lang } = visitor;
    await visit('/account/edit');
    await page.locator('#password-current_password').fill('not-this-one-1');
    await page.locator('#password-password').fill(NEW_PASSWORD);
    await page.locator('#password-password_confirmation').fill(NEW_PASSWORD);
    assert.equal(await press(visitor, t('Change the password')), 422);
    await isRefused(visitor);
    await page.locator('#password-current_password').fill(PASSWORD);
    await page.locator('#password-password').fill(NEW_PASSWORD);
    await page.locator('#password-password_confirmation').fill(NEW_PASSWORD);
    assert.equal(await press(visitor, t('Change the password')), 303);
    assert.ok(page.url().endsWith(`/${lang}/login?done=password`), page.url());
    await calls.call('customer/login', { email, password: NEW_PASSWORD });

    await visit('/logout');
    await page
      .locator('main')
      .getByRole('heading', { level: 1, name: t('Log out'), exact: true })
      .waitFor();
    assert.equal(await press(visitor, t('Log out')), 303);
    assert.ok(page.url().endsWith(`/${lang}`), page.url());
    await assert.rejects(calls.call('account/info'), /login required/);

    await calls.call('account/forgot', { email });
    const mail = await until('the mail is there', () => shop.mail(email, t('Choose a new password')));
    await page.goto(/https?:\/\/\S+setPassword\?token=\S+/.exec(mail)?.[0] ?? '');
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#password_confirmation').fill('not-this-one-1');
    assert.equal(await press(visitor, t('Save the password')), 422);
    await isRefused(visitor);
    await page.locator('#password').fill(PASSWORD);
    await page.locator('#password_confirmation').fill(PASSWORD);
    assert.equal(await press(visitor, t('Save the password')), 303);
    assert.ok(page.url().endsWith(`/${lang}/login?done=password`), 'the token is no longer in the address');
    await calls.call('customer/login', { email, password: PASSWORD });
  },
};

for (const lang of LANGS) {
  test(`${lang}: the account without JavaScript`, async (suite) => {
    for (const [at, [name, journey]] of Object.entries(journeys).entries()) {
      if (!isTurnOf(lang, at)) continue;
      await suite.test(name, () =>
        withVisitor(shop, { lang, js: false, expected: [/\/do\//] }, async (visitor) =>
          journey(visitor, await visitor.calls.register()),
        ),
      );
    }
  });
}
