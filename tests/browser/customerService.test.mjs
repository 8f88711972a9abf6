/** Customer service from both ends: contact form, chat, survey. With mouse, touch and keyboard. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAxeClean } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { newAddress } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { finger, hasFocus, keyboard, mouse, tab } from './support/inputModes.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop();
/** Without captcha, for many accounts. */
const quick = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/inputModes.mjs').InputMode} InputMode */

// ── Contact ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function contact(visitor, input) {
  const { page, visit, t, lang } = visitor;
  const email = newAddress();
  const main = page.locator('main');
  await visit('/contact-us');
  const send = main.getByRole('button', { name: t('Send'), exact: true });
  await input.press(send);
  const summary = main.getByRole('alert').filter({ hasText: t('There is a problem') });
  await until('the summary has focus', () => hasFocus(summary));
  for (const id of ['contact.subject_empty', 'address.name_empty', 'email.empty', 'contact.message_empty']) {
    await summary.getByRole('link', { name: t(id), exact: true }).waitFor();
  }
  await isAxeClean(page);
  const subject = main.locator('#contact-subject');
  assert.equal(await subject.locator('option:not([value=""])').count(), 6);
  await input.select(subject, t('Care of a product'));
  assert.equal(await subject.inputValue(), 'care_information');
  await input.write(main.locator('#contact-name'), 'Jürgen Weiß');
  await input.write(main.locator('#contact-email'), email);
  await input.write(main.locator('#contact-message'), 'May linen be <b>tumbled</b> dry?');
  // The check needs no interaction, and reports its progress to screen readers.
  const check = main.locator('#captcha [role="status"]');
  await check.getByText(t('Security check: passed.'), { exact: true }).waitFor();
  await input.press(send);
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

  // The operator's side.
  assert.match(await shop.command('contact', 'list'), new RegExp(`${reference}.*open.*${lang}.*care_information`));
  assert.match(await shop.command('contact', 'show', reference), /Jürgen Weiß[\s\S]*<b>tumbled<\/b>/);
  await shop.command('contact', 'close', reference);
  assert.ok(!(await shop.command('contact', 'list')).includes(reference));
}

test('en: contact form by keyboard', () =>
  withVisitor(shop, { lang: 'en', calm: true }, (visitor) => contact(visitor, keyboard(visitor.page))));

test('de: contact form on a phone', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, (visitor) => contact(visitor, finger(visitor.page))));

test('en: a customer’s message is prefilled, and the survey follows an order', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t, calls } = visitor;
    const email = await calls.register();
    const main = page.locator('main');
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
    assert.match(await quick.command('contact', 'list'), /website_feedback\s+4\/5\s+Quick & calm\./);
  }));

// ── Chat ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function chat(visitor, input) {
  const { page, visit, t } = visitor;
  // Saturday night: closed, and the panel says when it opens.
  await visit('/help/returns');
  const launcher = page.locator('#chat-launcher');
  await input.press(launcher);
  const panel = page.locator('dialog#chat');
  const field = panel.locator('#chat-message');
  await field.waitFor();
  await isAxeClean(page);
  await input.press(panel.getByRole('button', { name: t('Send'), exact: true }));
  await panel.getByText(t('contact.message_empty'), { exact: true }).waitFor();
  const words = `Is the <i>lake</i> warm, ${process.pid}-${visitor.lang}?`;
  await input.write(field, words);
  await field.press('Enter');
  const log = panel.getByRole('log');
  await log.getByText(words, { exact: true }).waitFor();
  await until('the field is empty and has the focus', async () => (await field.inputValue()) === '' && hasFocus(field));

  // The operator answers from the command line.
  const [, id = ''] =
    new RegExp(`^ *(\\d+) .*waits.*${process.pid}-${visitor.lang}`, 'm').exec(await quick.command('talk', 'list')) ??
    [];
  assert.ok(id, 'the desk sees who waits');
  await quick.command('talk', 'reply', id, 'Twenty-two degrees & calm.');
  await log.getByText('Twenty-two degrees & calm.', { exact: true }).waitFor();
  assert.equal(await log.getAttribute('aria-live'), 'polite');
  await isAxeClean(page);

  // The chat follows to other pages and tabs, until the operator ends it.
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await visit('/cart');
  await input.press(launcher);
  await log.getByText('Twenty-two degrees & calm.', { exact: true }).waitFor();
  await quick.command('talk', 'close', id);
  await panel.getByText(t('chat.ended'), { exact: true }).waitFor();
  await panel.getByRole('button', { name: t('Start another conversation'), exact: true }).waitFor();
}

test('en: chat by keyboard', () =>
  withVisitor(quick, { lang: 'en', calm: true }, (visitor) => chat(visitor, keyboard(visitor.page))));

test('de: chat on a phone', () =>
  withVisitor(quick, { lang: 'de', width: 375 }, (visitor) => chat(visitor, finger(visitor.page))));

/**
 * Links and buttons that another element covers after they are scrolled into view. Runs in the page.
 * @param {string} within
 */
function covered(within) {
  /** @type {string[]} */
  const faults = [];
  for (const block of /** @type {const} */ (['start', 'center', 'end', 'nearest'])) {
    for (const target of document.querySelectorAll(`${within} :is(a, button, input, p)`)) {
      if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (target.closest('[class*="visually-hidden"]')) continue;
      target.scrollIntoView({ block, behavior: 'instant' });
      for (const { left, right, top, bottom } of target.getClientRects()) {
        // Its centre and ends: the launcher is at the right.
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const y = (top + bottom) / 2;
          if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) continue;
          const above = document.elementFromPoint(x, y)?.closest('#chat-launcher, [class*="bar"][data-shown]');
          if (above && !above.contains(target)) {
            faults.push(`${above.id || above.className} over “${target.textContent?.trim().slice(0, 30)}” (${block})`);
          }
        }
      }
    }
  }
  return [...new Set(faults)];
}

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['de', 375],
    ['fr', 320],
    ['es', 768],
    ['de', 1024],
  ]),
  import.meta.filename,
)) {
  test(`${lang}: at ${width} px the chat button covers nothing`, () =>
    withVisitor(quick, { lang, width }, async ({ page, visit, calls }) => {
      await calls.add(SIMPLE);
      for (const path of ['', '/c/bedding', PRODUCTS.simple, '/cart', '/contact-us', '/login']) {
        await visit(path);
        await page.locator('#chat-launcher').waitFor();
        assert.deepEqual(await page.evaluate(covered, 'footer'), [], path);
        assert.deepEqual(await page.evaluate(covered, 'main'), [], path);
        // It does not float and can be clicked.
        await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
        const isOpen = await page.evaluate(() => {
          const launcher = document.querySelector('#chat-launcher');
          const box = launcher?.getBoundingClientRect();
          if (!launcher || !box) return false;
          const { left, top, width: wide, height: high } = box;
          return launcher.contains(document.elementFromPoint(left + wide / 2, top + high / 2));
        });
        assert.ok(isOpen, `${path}: the launcher is free`);
      }
    }));
}

test('en: the chat button covers no focused element, and does not float at the checkout on phones', () =>
  withVisitor(quick, { lang: 'en' }, async ({ page, visit, calls }) => {
    await visit('/login');
    const launcher = page.locator('#chat-launcher');
    await launcher.waitFor();
    for (let stop = 0; stop < 40; stop += 1) await tab(page);
    await page.setViewportSize({ width: 375, height: 740 });
    await calls.add(SIMPLE);
    await visit('/checkout');
    await page.locator('#chat-launcher').waitFor({ state: 'attached' });
    assert.equal(await launcher.isVisible(), false);
  }));

test('en: chat opening hours, by mouse', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, visit, t } = visitor;
    const input = mouse(page);
    const hours = page.locator('dialog#chat [role="status"]').first();
    // Friday evening in Paris: the desk reopens on Monday. Monday morning: open.
    for (const [now, words] of [
      ['2027-03-12T18:30:00Z', /Monday.*15\sMarch.*\b8:00/],
      ['2027-03-15T07:30:00Z', t('chat.open')],
    ]) {
      await quick.setClock(/** @type {string} */ (now));
      await visit('/help/returns');
      await input.press(page.locator('#chat-launcher'));
      await hours.getByText(words).waitFor();
      await page.keyboard.press('Escape');
    }
  }));
