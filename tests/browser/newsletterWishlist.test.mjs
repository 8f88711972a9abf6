/**
 * Newsletter: subscribe, confirm, choose, unsubscribe. Wishlist: log in, save, add to cart, remove, undo. With mouse, touch
 * and keyboard.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAxeClean } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { newAddress, PASSWORD } from './support/calls.mjs';
import { finger, hasFocus, keyboard } from './support/inputModes.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop();
/** Without captcha, for many accounts. */
const quick = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/inputModes.mjs').InputMode} InputMode */

const BRAND = { brand: 'Valmère' };
/** @param {string} text of a mail @param {string} part of the address wanted */
function linkTo(text, part) {
  const found = text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(part)) ?? '';
  assert.ok(found, `${part} in: ${text}`);
  return found;
}

// ── Letters ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * From the footer form to unsubscription.
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function letters(visitor, input) {
  const { page, visit, t } = visitor;
  const email = newAddress();
  await visit('/cart');
  const form = page.locator('footer form');
  const field = form.locator('input[type="email"]');
  const subscribe = form.getByRole('button', { name: t('Subscribe'), exact: true });
  // Nothing is preselected, and invalid input is refused.
  await input.write(field, 'claire@lac');
  await form.getByRole('checkbox').first().waitFor();
  assert.equal(await form.getByRole('checkbox').count(), 3);
  assert.equal(await form.locator('input[type="checkbox"]:checked').count(), 0);
  await field.press('Enter');
  await form.getByText(t('email.invalid', { email: 'name@example.com' }), { exact: true }).waitFor();
  await until('the field is at fault', () => hasFocus(field));
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await isAxeClean(page);
  await field.fill('');
  await input.write(field, ` ${email} `);
  await field.press('Enter');
  await form.getByText(t('newsletter.select'), { exact: true }).waitFor();
  await input.tick(form.locator('#newsletter-footer-hah'));
  await input.tick(form.locator('#newsletter-footer-all'));
  await form.getByText(t('Security check: passed.'), { exact: true }).waitFor();
  await input.press(subscribe);
  const done = page.locator('footer').getByText(t('newsletter.confirm'), { exact: true });
  await done.waitFor();
  assert.equal(await field.count(), 0, 'the confirmation takes the place of the form');
  await isAxeClean(page);

  // A repeated subscription is reported as success: no enumeration.
  await visit('/cart');
  assert.equal(await field.inputValue(), '', 'nobody’s address stays in the field');

  // The mailed link, and its confirmation button.
  const mail = await until('the mail is there', () =>
    shop.mail(email, t('Please confirm: the letters of {brand}', BRAND)),
  );
  assert.ok(mail.includes(t('The partner loyalty programme: points and offers')), mail);
  assert.doesNotMatch(mail, /The hotels of/);
  await page.goto(linkTo(mail, '/newsletter/confirm'));
  await page.locator('html[data-ready]').waitFor();
  await isAxeClean(page);
  await input.press(page.locator('main').getByRole('button', { name: t('Confirm my subscription'), exact: true }));
  const welcome = page.getByRole('heading', { level: 1, name: t('Welcome to our letters'), exact: true });
  await welcome.waitFor();
  await until('focus is at what came of it', () => hasFocus(welcome));

  const letter = await until('the welcome is there', () =>
    shop.mail(email, t('Welcome to the letters of {brand}', BRAND)),
  );
  await page.goto(linkTo(letter, '/newsletter/unsubscribe'));
  await page.locator('html[data-ready]').waitFor();
  await isAxeClean(page);
  await input.press(page.locator('main').getByRole('button', { name: t('Unsubscribe'), exact: true }));
  await page.getByRole('heading', { level: 1, name: t('You are unsubscribed'), exact: true }).waitFor();
  await page.getByText(t('newsletter.unsubscribed'), { exact: true }).first().waitFor();
  await isAxeClean(page);
  assert.ok(await until('the end is told', () => shop.mail(email, t('You leave the letters of {brand}', BRAND))));
}

test('en: newsletter by keyboard', () =>
  withVisitor(shop, { lang: 'en', calm: true }, (visitor) => letters(visitor, keyboard(visitor.page))));

test('de: newsletter on a phone', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, (visitor) => letters(visitor, finger(visitor.page))));

test('en: a repeated subscription succeeds, and a customer chooses lists in the account', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t, calls } = visitor;
    const email = await calls.register();
    const main = page.locator('main');
    await visit('/account');
    const card = main.locator('section', { has: page.locator('#account-newsletter') });
    await card.getByText(t('You do not receive our letters.'), { exact: true }).waitFor();
    await card.getByRole('button', { name: t('Subscribe'), exact: true }).click();
    await card.getByText(t('newsletter.select'), { exact: true }).waitFor();
    await card.locator('#account-newsletter-brand').check();
    await card.getByRole('button', { name: t('Subscribe'), exact: true }).click();
    await card.getByText(/waiting for you to confirm/).waitFor();
    const mail = await until('the mail is there', () =>
      quick.mail(email, t('Please confirm: the letters of {brand}', BRAND)),
    );
    await calls.call('newsletter/confirm', {
      token: new URL(linkTo(mail, '/newsletter/confirm')).searchParams.get('token'),
    });
    await visit('/account');
    await card.getByText(t('You receive our letters.'), { exact: true }).waitFor();
    assert.ok(await card.locator('#account-newsletter-brand').isChecked());
    await isAxeClean(page);

    // §8: an existing subscription is reported as success.
    const form = page.locator('footer form');
    await form.locator('input[type="email"]').fill(email);
    await form.locator('#newsletter-footer-brand').check();
    await form.getByRole('button', { name: t('Subscribe'), exact: true }).click();
    await page.locator('footer').getByText(t('newsletter.subscribed'), { exact: true }).waitFor();

    await card.locator('#account-newsletter-brand').uncheck();
    await card.locator('#account-newsletter-hah').check();
    await card.getByRole('button', { name: t('Save my choice'), exact: true }).click();
    await until('it is saved', async () => (await calls.call('account/info')).newsletter.letters.hah_subscribe === 1);
    await card.getByRole('button', { name: t('Save my choice'), exact: true }).waitFor();
    await card.getByRole('button', { name: t('Unsubscribe'), exact: true }).click();
    await card.getByText(/^You have unsubscribed\. This takes 1 to 2 working days/).waitFor();
    await card.getByRole('button', { name: t('Keep receiving letters'), exact: true }).click();
    await card.getByText(t('You receive our letters.'), { exact: true }).waitFor();
    assert.deepEqual((await calls.call('account/info')).newsletter.letters, {
      hah_subscribe: 1,
      brand: 0,
      all_subscribe_status: 0,
    });
  }));

// ── Wishlist ────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * A guest's item is saved after the login; then added to the cart, or removed and restored.
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function wish(visitor, input) {
  const { page, visit, t, lang, calls } = visitor;
  const email = await calls.register();
  await calls.call('customer/logout');
  await visit(PRODUCTS.simple);
  const main = page.locator('main');
  const name = await main.getByRole('heading', { level: 1 }).innerText();
  const heart = main.getByRole('button', { name: t('Save to the wishlist'), exact: true }).first();
  await input.press(heart);
  const dialog = page.locator('dialog#wishlist-prompt');
  await dialog.getByText(t('wishlist.login'), { exact: true }).waitFor();
  await isAxeClean(page);
  // Closing by Esc discards it.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until('focus is where it was', () => hasFocus(heart));
  await input.press(heart);
  await input.press(dialog.getByRole('link', { name: t('Log in'), exact: true }));
  await main.getByRole('heading', { level: 1, name: t('Log in'), exact: true }).waitFor();
  await input.write(main.locator('#email'), email);
  await input.write(main.locator('#password'), PASSWORD);
  await input.press(main.getByRole('button', { name: t('Log in'), exact: true }));
  await page.waitForURL(new RegExp(`/${lang}/p/`), { waitUntil: 'commit' });
  await main
    .getByRole('button', { name: t('Saved to the wishlist'), exact: true })
    .first()
    .waitFor();
  const state = await calls.call('wishlist/status');
  assert.equal(state.entries.length, 1);

  await visit('/mywishlist');
  const card = main.getByRole('listitem').filter({ hasText: name });
  await card.waitFor();
  await isAxeClean(page);
  const before = (await calls.call('cart/sidebar')).total_qty;
  await input.press(card.getByRole('button', { name: t('Move to bag'), exact: true }));
  await card.waitFor({ state: 'detached' });
  assert.equal((await calls.call('cart/sidebar')).total_qty, before + 1);
  assert.deepEqual((await calls.call('wishlist/status')).entries, []);

  // Removed, and restored in its place.
  await calls.call('wishlist/add', { sku: SIMPLE });
  await visit('/mywishlist');
  await input.press(card.getByRole('button', { name: t('Remove {name}', { name }), exact: true }));
  await card.waitFor({ state: 'detached' });
  await main.getByRole('heading', { level: 2, name: t('Nothing saved yet'), exact: true }).waitFor();
  await isAxeClean(page);
  await page.getByRole('button', { name: t('Undo'), exact: true }).click();
  await card.waitFor();
}

test('en: wishlist by keyboard', () =>
  withVisitor(quick, { lang: 'en', calm: true }, (visitor) => wish(visitor, keyboard(visitor.page))));

test('de: wishlist on a phone', () =>
  withVisitor(quick, { lang: 'de', width: 375 }, (visitor) => wish(visitor, finger(visitor.page))));

test('en: a guest’s item is saved after registration', () =>
  withVisitor(quick, { lang: 'en' }, async ({ page, visit, t, calls }) => {
    await visit('/c/towels');
    // Of a guest nothing is known that could be pressed.
    const heart = page.locator('main article button').first();
    await heart.click();
    await page
      .locator('dialog#wishlist-prompt')
      .getByRole('link', { name: t('Create an account'), exact: true })
      .click();
    const main = page.locator('main');
    await main.locator('#first_name').fill('Harriet');
    await main.locator('#last_name').fill('Ashdown');
    await main.locator('#email').fill(newAddress());
    await main.locator('#password').fill(PASSWORD);
    await main.locator('#password_confirmation').fill(PASSWORD);
    await main.locator('#terms').check();
    await main.getByRole('button', { name: t('Create an account'), exact: true }).click();
    await page.waitForURL(/\/c\/towels$/, { waitUntil: 'commit' });
    await page.locator('main button[aria-pressed="true"]').first().waitFor();
    assert.equal((await calls.call('wishlist/status')).entries.length, 1);
  }));
