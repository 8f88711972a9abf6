/**
 * Whoever talks to the shop: letters asked for, confirmed and ended; a wish that waits for the login; a message to customer
 * service and a chat with it, both ends of it; the question after an order. With a mouse, a finger and the keyboard.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { finger, hasFocus, keyboard, mouse, tab } from './support/hands.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { stage } from './support/stage.mjs';
import { until } from './support/until.mjs';

const shop = await stage();
/** Where accounts are made by the dozen. */
const quick = await stage({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/hands.mjs').Hand} Hand */

const PASSWORD = 'lac-et-montagne';
const BRAND = { brand: 'Valmère' };
let people = 0;
const newAddress = () => {
  people += 1;
  return `service-${process.pid}-${people}@example.com`;
};

/**
 * @param {Visitor} visitor
 * @param {string} email
 */
async function makeAccount({ calls }, email) {
  await calls.call('customer/create', {
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    first_name: 'Harriet',
    last_name: 'Ashdown',
    terms: true,
  });
}

/** @param {import('playwright-core').Page} page */
const isAxeClean = async (page) => assert.deepEqual(await violations(page), []);

/** @param {string} text of a mail @param {string} part of the address wanted */
function linkTo(text, part) {
  const found = text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(part)) ?? '';
  assert.ok(found, `${part} in: ${text}`);
  return found;
}

// ── Letters ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * From the foot of a page to the end of a subscription.
 * @param {Visitor} visitor
 * @param {Hand} hand
 */
async function letters(visitor, hand) {
  const { page, visit, t } = visitor;
  const email = newAddress();
  await visit('/cart');
  const form = page.locator('footer form');
  const field = form.locator('input[type="email"]');
  const subscribe = form.getByRole('button', { name: t('Subscribe'), exact: true });
  // Nothing is ticked, and nothing counts that is not right.
  await hand.write(field, 'claire@lac');
  await form.getByRole('checkbox').first().waitFor();
  assert.equal(await form.getByRole('checkbox').count(), 3);
  assert.equal(await form.locator('input[type="checkbox"]:checked').count(), 0);
  await field.press('Enter');
  await form.getByText(t('email.invalid', { email: 'name@example.com' }), { exact: true }).waitFor();
  await until('the field is at fault', () => hasFocus(field));
  assert.equal(await field.getAttribute('aria-invalid'), 'true');
  await isAxeClean(page);
  await field.fill('');
  await hand.write(field, ` ${email} `);
  await field.press('Enter');
  await form.getByText(t('newsletter.select'), { exact: true }).waitFor();
  await hand.tick(form.locator('#letters-footer-hah'));
  await hand.tick(form.locator('#letters-footer-all'));
  await form.getByText(t('Security check: passed.'), { exact: true }).waitFor();
  await hand.press(subscribe);
  const done = page.locator('footer').getByText(t('newsletter.confirm'), { exact: true });
  await done.waitFor();
  assert.equal(await field.count(), 0, 'the confirmation takes the place of the form');
  await isAxeClean(page);

  // Once more, as a stranger would: it is a success, and nobody learns more.
  await visit('/cart');
  assert.equal(await field.inputValue(), '', 'nobody’s address stays in the field');

  // The link of the mail, and a button that means it.
  const mail = await until('the mail is there', () =>
    shop.mail(email, t('Please confirm: the letters of {brand}', BRAND)),
  );
  assert.ok(mail.includes(t('The partner loyalty programme: points and offers')), mail);
  assert.ok(!mail.includes(t('The hotels of {brand}: rooms, tables, the lake', BRAND)), mail);
  await page.goto(linkTo(mail, '/newsletter/confirm'));
  await page.locator('html[data-ready]').waitFor();
  await isAxeClean(page);
  await hand.press(page.locator('main').getByRole('button', { name: t('Confirm my subscription'), exact: true }));
  const welcome = page.getByRole('heading', { level: 1, name: t('Welcome to our letters'), exact: true });
  await welcome.waitFor();
  await until('focus is at what came of it', () => hasFocus(welcome));

  const letter = await until('the welcome is there', () =>
    shop.mail(email, t('Welcome to the letters of {brand}', BRAND)),
  );
  await page.goto(linkTo(letter, '/newsletter/unsubscribe'));
  await page.locator('html[data-ready]').waitFor();
  await isAxeClean(page);
  await hand.press(page.locator('main').getByRole('button', { name: t('Unsubscribe'), exact: true }));
  await page.getByRole('heading', { level: 1, name: t('You are unsubscribed'), exact: true }).waitFor();
  await page.getByText(t('newsletter.unsubscribed'), { exact: true }).waitFor();
  await isAxeClean(page);
  assert.ok(await until('the end is told', () => shop.mail(email, t('You leave the letters of {brand}', BRAND))));
}

test('en: letters by the keyboard', () =>
  withVisitor(shop, { lang: 'en', calm: true }, (visitor) => letters(visitor, keyboard(visitor.page))));

test('de: letters on a phone', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, (visitor) => letters(visitor, finger(visitor.page))));

test('en: an address that is subscribed already is a success, and a customer chooses in the account', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t, calls } = visitor;
    const email = newAddress();
    const main = page.locator('main');
    await makeAccount(visitor, email);
    await visit('/account');
    const card = main.locator('section', { has: page.locator('#account-letters') });
    await card.getByText(t('You do not receive our letters.'), { exact: true }).waitFor();
    await card.getByRole('button', { name: t('Subscribe'), exact: true }).click();
    await card.getByText(t('newsletter.select'), { exact: true }).waitFor();
    await card.locator('#account-letters-brand').check();
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
    assert.ok(await card.locator('#account-letters-brand').isChecked());
    await isAxeClean(page);

    // §8: already subscribed is told as the success that it is.
    const form = page.locator('footer form');
    await form.locator('input[type="email"]').fill(email);
    await form.locator('#letters-footer-brand').check();
    await form.getByRole('button', { name: t('Subscribe'), exact: true }).click();
    await page.locator('footer').getByText(t('newsletter.subscribed'), { exact: true }).waitFor();

    await card.locator('#account-letters-brand').uncheck();
    await card.locator('#account-letters-hah').check();
    await card.getByRole('button', { name: t('Save my choice'), exact: true }).click();
    await page.getByText(t('newsletter.subscribed'), { exact: true }).first().waitFor();
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
 * A guest's wish completes after the login; then into the bag, or off the list and back.
 * @param {Visitor} visitor
 * @param {Hand} hand
 */
async function wish(visitor, hand) {
  const { page, visit, t, lang, calls } = visitor;
  const email = newAddress();
  await makeAccount(visitor, email);
  await calls.call('customer/logout');
  await visit(PRODUCTS.simple);
  const main = page.locator('main');
  const name = await main.getByRole('heading', { level: 1 }).innerText();
  const heart = main.getByRole('button', { name: t('Save to the wishlist'), exact: true }).first();
  await hand.press(heart);
  const dialog = page.locator('dialog#wish-prompt');
  await dialog.getByText(t('wishlist.login'), { exact: true }).waitFor();
  await isAxeClean(page);
  // Left by Esc, nothing is kept.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until('focus is where it was', () => hasFocus(heart));
  await hand.press(heart);
  await hand.press(dialog.getByRole('link', { name: t('Log in'), exact: true }));
  await main.getByRole('heading', { level: 1, name: t('Log in'), exact: true }).waitFor();
  await hand.write(main.locator('#email'), email);
  await hand.write(main.locator('#password'), PASSWORD);
  await hand.press(main.getByRole('button', { name: t('Log in'), exact: true }));
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
  await hand.press(card.getByRole('button', { name: t('Move to bag'), exact: true }));
  await card.waitFor({ state: 'detached' });
  assert.equal((await calls.call('cart/sidebar')).total_qty, before + 1);
  assert.deepEqual((await calls.call('wishlist/status')).entries, []);

  // Off the list, and back within the time of a notice.
  await calls.call('wishlist/add', { sku: SIMPLE });
  await visit('/mywishlist');
  await hand.press(card.getByRole('button', { name: t('Remove {name}', { name }), exact: true }));
  await card.waitFor({ state: 'detached' });
  await main.getByRole('heading', { level: 2, name: t('Nothing saved yet'), exact: true }).waitFor();
  await isAxeClean(page);
  await page.getByRole('button', { name: t('Undo'), exact: true }).click();
  await card.waitFor();
}

test('en: a wish by the keyboard', () =>
  withVisitor(quick, { lang: 'en', calm: true }, (visitor) => wish(visitor, keyboard(visitor.page))));

test('de: a wish on a phone', () =>
  withVisitor(quick, { lang: 'de', width: 375 }, (visitor) => wish(visitor, finger(visitor.page))));

test('en: a guest’s wish completes with the account that is made for it', () =>
  withVisitor(quick, { lang: 'en' }, async ({ page, visit, t, calls }) => {
    await visit('/c/towels');
    const heart = page.locator('main button[aria-pressed]').first();
    await heart.click();
    await page
      .locator('dialog#wish-prompt')
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

// ── Contact ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {Hand} hand
 */
async function contact(visitor, hand) {
  const { page, visit, t, lang } = visitor;
  const email = newAddress();
  const main = page.locator('main');
  await visit('/contact-us');
  const send = main.getByRole('button', { name: t('Send'), exact: true });
  await hand.press(send);
  const summary = main.getByRole('alert').filter({ hasText: t('There is a problem') });
  await until('the summary has focus', () => hasFocus(summary));
  for (const id of ['contact.subject_empty', 'address.name_empty', 'email.empty', 'contact.message_empty']) {
    await summary.getByRole('link', { name: t(id), exact: true }).waitFor();
  }
  await isAxeClean(page);
  const subject = main.locator('#contact-subject');
  assert.equal(await subject.locator('option:not([value=""])').count(), 6);
  await hand.select(subject, t('Care of a product'));
  assert.equal(await subject.inputValue(), 'care_information');
  await hand.write(main.locator('#contact-name'), 'Jürgen Weiß');
  await hand.write(main.locator('#contact-email'), email);
  await hand.write(main.locator('#contact-message'), 'May linen be <b>tumbled</b> dry?');
  // The check asks nothing of anybody: it says what it does, to whoever sees it and to whoever hears it.
  const check = main.locator('#captcha [role="status"]');
  await check.getByText(t('Security check: passed.'), { exact: true }).waitFor();
  await hand.press(send);
  const thanks = main.getByRole('heading', { level: 1, name: t('Thank you for your message'), exact: true });
  await thanks.waitFor();
  await until('focus is at the thanks', () => hasFocus(thanks));
  await main.getByText(t('contact.sent'), { exact: true }).waitFor();
  assert.equal(await main.locator('blockquote').innerText(), 'May linen be <b>tumbled</b> dry?');
  await isAxeClean(page);
  const reference = /\b[0-9A-Z]{10}\b/.exec(await main.innerText())?.[0] ?? '';
  assert.ok(
    await until('it is acknowledged', () => shop.mail(email, t('We have your message {reference}', { reference }))),
  );

  // The other side of the desk.
  assert.match(await shop.command('contact', 'list'), new RegExp(`${reference}.*open.*${lang}.*care_information`));
  assert.match(await shop.command('contact', 'show', reference), /Jürgen Weiß[\s\S]*<b>tumbled<\/b>/);
  await shop.command('contact', 'close', reference);
  assert.ok(!(await shop.command('contact', 'list')).includes(reference));
}

test('en: a message by the keyboard', () =>
  withVisitor(shop, { lang: 'en', calm: true }, (visitor) => contact(visitor, keyboard(visitor.page))));

test('de: a message on a phone', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, (visitor) => contact(visitor, finger(visitor.page))));

test('en: a customer writes under a name that is known, and is asked how it went after an order', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t, calls } = visitor;
    const email = newAddress();
    const main = page.locator('main');
    await makeAccount(visitor, email);
    await visit('/contact-us');
    await main
      .getByText(t('You write as {fullName}. We answer to {address}.', { fullName: 'Harriet Ashdown', address: email }))
      .waitFor();
    assert.equal(await main.locator('#contact-email').count(), 0);
    await main.locator('#contact-subject').selectOption('order_help');
    await main.locator('#contact-message').fill('When does it come?');
    await main.getByRole('button', { name: t('Send'), exact: true }).click();
    await main.getByText(t('contact.sent'), { exact: true }).waitFor();

    await calls.add(SIMPLE);
    const { token } = await calls.order('bank_transfer');
    await visit(`/ordersuccess?token=${token}`);
    const survey = main.locator('section', { has: page.locator('#survey-title') });
    await survey.locator('label', { has: page.locator('#survey-4') }).click();
    await survey.locator('#survey-comment').fill('Quick & calm.');
    await survey.getByRole('button', { name: t('Send'), exact: true }).click();
    await main.getByText(t('contact.survey_thanks'), { exact: true }).waitFor();
    await isAxeClean(page);
    assert.match(await quick.command('contact', 'list'), /website_feedback\s+4\/5 Quick & calm\./);
  }));

// ── Chat ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {Hand} hand
 */
async function chat(visitor, hand) {
  const { page, visit, t } = visitor;
  // A Saturday night: nobody is there, and the panel says when somebody will be.
  await visit('/help/returns');
  const launcher = page.locator('#chat-launcher');
  await hand.press(launcher);
  const panel = page.locator('dialog#chat');
  const field = panel.locator('#chat-message');
  await field.waitFor();
  await isAxeClean(page);
  await hand.press(panel.getByRole('button', { name: t('Send'), exact: true }));
  await panel.getByText(t('contact.message_empty'), { exact: true }).waitFor();
  const words = `Is the <i>lake</i> warm, ${process.pid}-${visitor.lang}?`;
  await hand.write(field, words);
  await field.press('Enter');
  const log = panel.getByRole('log');
  await log.getByText(words, { exact: true }).waitFor();
  await until('the field is empty and has the focus', async () => (await field.inputValue()) === '' && hasFocus(field));

  // The desk answers by its command.
  const [, id = ''] =
    new RegExp(`^ *(\\d+) .*waits.*${process.pid}-${visitor.lang}`, 'm').exec(await quick.command('talk', 'list')) ??
    [];
  assert.ok(id, 'the desk sees who waits');
  await quick.command('talk', 'reply', id, 'Twenty-two degrees & calm.');
  await log.getByText('Twenty-two degrees & calm.', { exact: true }).waitFor();
  assert.equal(await log.getAttribute('aria-live'), 'polite');
  await isAxeClean(page);

  // It stays on other pages and in other tabs of the session, and ends at the desk.
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await visit('/cart');
  await hand.press(launcher);
  await log.getByText('Twenty-two degrees & calm.', { exact: true }).waitFor();
  await quick.command('talk', 'close', id);
  await panel.getByText(t('chat.ended'), { exact: true }).waitFor();
  await panel.getByRole('button', { name: t('Start another conversation'), exact: true }).waitFor();
}

test('en: a chat by the keyboard', () =>
  withVisitor(quick, { lang: 'en', calm: true }, (visitor) => chat(visitor, keyboard(visitor.page))));

test('de: a chat on a phone', () =>
  withVisitor(quick, { lang: 'de', width: 375 }, (visitor) => chat(visitor, finger(visitor.page))));

test('en: the chat covers nothing that has the focus, and stands aside at checkout on phones', () =>
  withVisitor(quick, { lang: 'en', width: 375 }, async ({ page, visit, calls }) => {
    await visit('/login');
    const launcher = page.locator('#chat-launcher');
    await launcher.waitFor();
    await page.locator('main #password').focus();
    await launcher.waitFor({ state: 'hidden' });
    for (let stop = 0; stop < 12; stop += 1) await tab(page);
    await calls.add(SIMPLE);
    await visit('/checkout');
    await page.locator('#chat-launcher').waitFor({ state: 'attached' });
    assert.equal(await launcher.isVisible(), false);
  }));

test('en: the chat tells its hours, by the mouse', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t } = visitor;
    const hand = mouse(page);
    const hours = page.locator('dialog#chat [role="status"]').first();
    // Friday evening in Paris: the desk opens again on Monday. Monday morning: somebody is there.
    for (const [now, words] of [
      ['2027-03-12T18:30:00Z', /Monday.*15 March.*08:00/],
      ['2027-03-15T07:30:00Z', t('chat.open')],
    ]) {
      await quick.setClock(/** @type {string} */ (now));
      await visit('/help/returns');
      await hand.press(page.locator('#chat-launcher'));
      await hours.getByText(words).waitFor();
      await page.keyboard.press('Escape');
    }
  }));
