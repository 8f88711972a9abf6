/**
 * Without scripts: registration and contact by a mailed link in place of the security check, forgotten password, newsletter,
 * withdrawal.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { newAddress, PASSWORD } from './support/calls.mjs';
import { isTurnOf } from './support/coverage.mjs';
import { assertHolds, press, seen } from './support/noScripts.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__LANGUAGES: '["en", "fr", "de", "es", "zh"]' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/**
 * Follows the link that was mailed.
 * @param {Visitor} visitor
 * @param {string} recipient
 * @param {string} subject
 * @param {RegExp} link
 */
async function follow({ page, calls }, recipient, subject, link) {
  const mail = await until('the mail is there', () => calls.mail(recipient, subject));
  const url = link.exec(mail)?.[0] ?? '';
  assert.ok(url, mail);
  await page.goto(url);
}

/** @type {Record<string, (visitor: Visitor) => Promise<void>>} */
const forms = {
  async registration(visitor) {
    const { page, visit, t } = visitor;
    const email = newAddress();
    const field = (/** @type {string} */ name) => page.locator(`main [name="${name}"]`);
    await visit('/register');
    await field('first_name').fill('Claire');
    await field('last_name').fill('Martin');
    await field('email').fill(email);
    await field('terms').check();
    assert.equal(await press(visitor, t('Create an account')), 422);
    assertHolds(await seen(page), [t('There is a problem')]);
    assert.equal(await field('email').inputValue(), email);
    const passwords = async () => {
      await field('password').fill(PASSWORD);
      await field('password_confirmation').fill(PASSWORD);
    };
    await passwords();
    assert.equal(await press(visitor, t('Create an account')), 303);
    assertHolds(await seen(page), [t('Please check your email')]);
    await follow(
      visitor,
      email,
      t('One more step: your form at {brand}', { brand: 'Valmère' }),
      /\S+\/register\?proof=\w+/,
    );
    assert.equal(await field('first_name').inputValue(), 'Claire');
    assert.ok(await field('terms').isChecked());
    await passwords();
    assert.equal(await press(visitor, t('Create an account')), 303);
    assert.match(page.url(), /\/order$/);
  },

  async contact(visitor) {
    const { page, visit, t } = visitor;
    const email = newAddress();
    const field = (/** @type {string} */ name) => page.locator(`main [name="${name}"]`);
    await visit('/contact-us');
    await field('subject').selectOption('care_information');
    await field('name').fill('Claire Martin');
    await field('email').fill(email);
    await field('message').fill('Bei 60 °C?\nMerci');
    assert.equal(await press(visitor, t('Send')), 303);
    assertHolds(await seen(page), [t('Please check your email')]);
    await follow(
      visitor,
      email,
      t('One more step: your form at {brand}', { brand: 'Valmère' }),
      /\S+\/contact-us\?proof=\w+/,
    );
    assert.equal(await field('message').inputValue(), 'Bei 60 °C?\nMerci');
    assert.equal(await field('subject').inputValue(), 'care_information');
    assert.equal(await press(visitor, t('Send')), 303);
    assertHolds(await seen(page), [t('Thank you for your message')]);
  },

  async 'forgotten password'(visitor) {
    const { page, visit, t } = visitor;
    await visit('/forgetpwd');
    await page.locator('main [name=email]').fill(newAddress());
    assert.equal(await press(visitor, t('Send me a link')), 303);
    assertHolds(await seen(page), [t('Please check your email')]);
    await page.getByRole('link', { name: t('Try another address') }).click();
    await page.locator('main [name=email]').waitFor();
  },

  async newsletter(visitor) {
    const { page, visit, t } = visitor;
    const email = newAddress();
    await visit('/help/returns');
    await page.locator('footer [name=email]').fill(email);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await page
      .locator('footer')
      .getByRole('button', { name: t('Subscribe'), exact: true })
      .click();
    assert.equal((await answered).status(), 422);
    await page.waitForLoadState();
    assert.equal(await page.locator('main [name=email]').inputValue(), email);
    await page.locator('main [name=hah_subscribe]').check();
    assert.equal(await press(visitor, t('Subscribe')), 303);
    assertHolds(await seen(page), [t('newsletter.confirm')]);
    const subject = t('Please confirm: the letters of {brand}', { brand: 'Valmère' });
    await follow(visitor, email, subject, /\S+\/newsletter\/confirm\?token=\w+/);
    assert.equal(await press(visitor, t('Confirm my subscription')), 303);
    assertHolds(await seen(page), [t('newsletter.confirmed')]);
  },

  async withdrawal(visitor) {
    const { page, visit, t } = visitor;
    await visit('/withdraw');
    const field = (/** @type {string} */ name) => page.locator(`main [name="${name}"]`);
    await field('order_number').fill('2026-009999');
    await field('name').fill('Claire Martin');
    await field('email').fill(newAddress());
    await field('message').fill('Das Kissen');
    assert.equal(await press(visitor, t('Continue')), 200);
    assertHolds(await seen(page), [t('Please check your withdrawal'), 'Das Kissen']);
    assert.equal(await press(visitor, t('Change')), 200);
    assert.equal(await field('message').inputValue(), 'Das Kissen');
    assert.equal(await press(visitor, t('Continue')), 200);
    assert.equal(await press(visitor, t('Confirm withdrawal')), 200);
    assertHolds(await seen(page), [t('We have received your withdrawal')]);
  },
};

for (const lang of /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh'])) {
  test(`${lang}: forms that mail a link, without JavaScript`, async (suite) => {
    for (const [at, [name, run]] of Object.entries(forms).entries()) {
      if (!isTurnOf(lang, at)) continue;
      await suite.test(name, () =>
        withVisitor(shop, { lang, js: false }, async (visitor) => {
          visitor.expected.push(/\/do\//);
          await run(visitor);
        }),
      );
    }
  });
}
