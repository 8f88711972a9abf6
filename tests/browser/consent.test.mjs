/**
 * Cookies and storage: consent with three equal answers, nothing optional before it, the cookie table compared with a real
 * browser after a tour; and the newsletter invitation that follows the decision.
 */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { isAxeClean } from './support/axe.mjs';
import { laterReady, withVisitor } from './support/browser.mjs';
import { ADDRESSES, PASSWORD } from './support/calls.mjs';
import { finger, hasFocus, keyboard } from './support/inputModes.mjs';
import { overflows } from './support/measure.mjs';
import { PRODUCTS, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { ORDER_BUTTON } from './support/texts.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** Fake reCAPTCHA verifier that accepts one token. */
const verifier = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => response.end(JSON.stringify({ success: body.includes('response=good-token') })));
});
await new Promise((resolve) => verifier.listen(0, '127.0.0.1', () => resolve(undefined)));
after(() => verifier.close());
const address = /** @type {import('node:net').AddressInfo} */ (verifier.address());
const foreign = await setupShop({
  SHOP__CAPTCHA__PROVIDER: 'recaptcha',
  SHOP__CAPTCHA__RECAPTCHA_SITE_KEY: 'the-site-key',
  SHOP__CAPTCHA__RECAPTCHA_SECRET: 'the-secret',
  SHOP__CAPTCHA__RECAPTCHA_URL: `http://127.0.0.1:${address.port}/siteverify`,
});

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */
/** @typedef {import('./support/inputModes.mjs').InputMode} InputMode */

const BRAND = { brand: 'Valmère' };

/** @param {Visitor} visitor */
const choiceOf = async ({ context }) => {
  const cookies = await context.cookies();
  const cookieOf = (/** @type {string} */ name) => cookies.find((one) => one.name === name)?.value;
  return [cookieOf('cookieConsent'), cookieOf('allowRecaptcha')];
};

/** Names of everything stored in the browser. @param {Visitor} visitor */
async function stored({ context, page }) {
  const storage = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  return [...(await context.cookies()).map(({ name }) => name), ...storage];
}

// ── The decision ────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * @param {Visitor} visitor
 * @param {InputMode} input
 */
async function decide(visitor, input) {
  const { page, visit, t, calls } = visitor;
  /** @type {string[]} */
  const foreign = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(shop.url) && !/^(data|blob):/.test(request.url())) foreign.push(request.url());
  });
  await visit('');
  const sheet = page.locator('#cookies');
  const answer = (/** @type {string} */ name) => sheet.getByRole('button', { name: t(name), exact: true });
  await answer('Accept all').waitFor();
  await isAxeClean(page);
  assert.deepEqual(await page.evaluate(overflows), []);
  // Refusing is as easy as accepting: same size and style.
  const looks = await Promise.all(
    ['Accept all', 'Reject all', 'Choose'].map((name) =>
      answer(name).evaluate((button) => {
        const { width, height } = button.getBoundingClientRect();
        const { fontSize, fontWeight, color, backgroundColor, borderColor } = getComputedStyle(button);
        return { width: Math.round(width), height, fontSize, fontWeight, color, backgroundColor, borderColor };
      }),
    ),
  );
  assert.deepEqual(looks[1], looks[0]);
  assert.deepEqual(looks[2], looks[0]);
  // The page stays usable below the banner, and the invitation waits for the decision.
  assert.ok(await page.locator('main h1').first().isVisible());
  const { items } = await calls.call('common/cookies');
  const optional = items.filter((/** @type {any} */ item) => item.category !== 'essential').map(({ name }) => name);
  const isFree = async () =>
    assert.deepEqual(
      (await stored(visitor)).filter((name) => optional.includes(name)),
      [],
    );
  await isFree();

  // Preferences: nothing is preselected, essential cookies are always on.
  await input.press(answer('Choose'));
  const dialog = page.locator('dialog#cookie-settings');
  await dialog.getByText('PHPSESSID', { exact: true }).waitFor({ state: 'attached' });
  await until('the table is there', async () => (await dialog.locator('tbody tr').count()) === items.length);
  assert.equal(await dialog.locator('input:checked').count(), 0);
  assert.equal(await dialog.locator('#cookies-essential').count(), 0);
  await isAxeClean(page);
  assert.deepEqual(await page.evaluate(overflows), []);
  await input.tick(dialog.locator('#cookies-functional'));
  await input.press(dialog.getByRole('button', { name: t('Save my choice'), exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await sheet.waitFor({ state: 'detached' });
  assert.deepEqual(await choiceOf(visitor), ['essential.functional', '0']);

  // The decision can be changed in the footer: marketing sets the captcha's cookie, and clears it.
  const reopen = page.locator('footer').getByRole('link', { name: t('Cookie settings'), exact: true });
  for (const [name, expected] of /** @type {const} */ ([
    ['Accept all', ['essential.functional.marketing', '1']],
    ['Reject all', ['essential', '0']],
  ])) {
    await input.press(reopen);
    await dialog.waitFor();
    await input.press(dialog.getByRole('button', { name: t(name), exact: true }));
    await dialog.waitFor({ state: 'detached' });
    assert.deepEqual(await choiceOf(visitor), expected);
    await until('focus is back', () => hasFocus(reopen));
  }
  await isFree();
  assert.deepEqual(foreign, [], 'nothing is asked of anybody else');
  // The banner does not come back.
  await visit('/cart');
  await page.locator('#chat-launcher').waitFor();
  assert.equal(await sheet.count(), 0);
}

test('en: cookie consent by keyboard', () =>
  withVisitor(shop, { lang: 'en', consent: null, calm: true }, (visitor) => decide(visitor, keyboard(visitor.page))));

test('de: cookie consent on a phone', () =>
  withVisitor(shop, { lang: 'de', consent: null, width: 375 }, (visitor) => decide(visitor, finger(visitor.page))));

test('de: rejecting all at first, and going by Esc, store nothing that is optional', () =>
  withVisitor(shop, { lang: 'de', consent: null }, async (visitor) => {
    const { page, visit, t } = visitor;
    await visit('');
    const sheet = page.locator('#cookies');
    await sheet.waitFor();
    await sheet.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    assert.deepEqual(await choiceOf(visitor), [undefined, undefined]);
    await visit('');
    await sheet.getByRole('button', { name: t('Reject all'), exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    assert.deepEqual(await choiceOf(visitor), ['essential', '0']);
  }));

// ── The table ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Records writes to the storages. Runs in the page before any script. */
function recordStorageWrites() {
  const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, value) {
    const { noteWrite } = /** @type {any} */ (window);
    void noteWrite(this === window.localStorage ? 'local_storage' : 'session_storage', name);
    write.call(this, name, value);
  };
}

const DAY = 86_400;

/** Whether a cookie's lifetime matches the table. @param {{ expires: number }} cookie @param {any} expiry */
function lasts({ expires }, expiry) {
  const { after, number = 0 } = expiry;
  if (after === 'session') return expires === -1;
  // No later than the session.
  if (after === 'logout') return expires === -1 || expires < Date.now() / 1000 + 31 * DAY;
  const days = { days: number, months: number * 30, years: number * 365 }[/** @type {'days'} */ (after)];
  return days !== undefined && Math.abs(expires - Date.now() / 1000 - days * DAY) < 4 * DAY;
}

test('the table of cookies is what a browser has after a tour of the shop', () =>
  withVisitor(shop, { lang: 'en', consent: null, own: true }, async (visitor) => {
    const { page, context, visit, t, calls } = visitor;
    const main = page.locator('main');
    const { items } = await calls.call('common/cookies');
    /** @type {Map<string, string>} */
    const seen = new Map();
    await page.exposeFunction('noteWrite', (/** @type {string} */ type, /** @type {string} */ name) => {
      seen.set(name, type);
    });
    await page.addInitScript(recordStorageWrites);
    const look = async () => {
      for (const cookie of await context.cookies()) {
        seen.set(cookie.name, 'cookie');
        const line = items.find((/** @type {any} */ item) => item.name === cookie.name);
        assert.ok(line, `${cookie.name} is in the table`);
        assert.ok(lasts(cookie, line.expiry), `${cookie.name} lasts ${cookie.expires}: ${JSON.stringify(line.expiry)}`);
      }
    };
    // A guest without a decision buys almost everything.
    await visit('?currency=GBP&promo-tag=VALMERE-TEAM');
    await page.locator('#cookies').waitFor();
    await page.locator('footer a[lang="de-DE"]').click();
    await page.waitForURL(/\/de$/);
    await page.goto('/');
    assert.match(page.url(), /\/de$/, 'the chosen language is remembered');
    await visit(PRODUCTS.simple);
    await calls.add(SIMPLE);
    await visit('/checkout');
    await main.locator('[autocomplete="shipping given-name"]').fill('Harriet');
    await main.locator('[autocomplete="shipping family-name"]').fill('Ashdown');
    await look();
    const before = items.filter((/** @type {any} */ item) => seen.has(item.name));
    assert.deepEqual(
      before.filter((/** @type {any} */ item) => item.category !== 'essential'),
      [],
    );

    /** Decides, and closes the invitation on the second page. @param {string} choice */
    const decided = async (choice) => {
      await visit('');
      await page
        .locator('#cookies')
        .getByRole('button', { name: t(choice), exact: true })
        .click();
      await page.locator('header nav a').first().click();
      const invitation = page.locator('dialog#invitation');
      await invitation.getByRole('button', { name: t('No thanks'), exact: true }).click();
      await invitation.waitFor({ state: 'detached' });
    };
    // With nothing allowed, the invitation is remembered until the browser is closed.
    await decided('Reject all');
    await look();
    await context.clearCookies({ name: /^(cookieConsent|invitationSeen)$/ });

    // With everything allowed, a customer journey.
    await decided('Accept all');
    const email = await calls.register({ newsletter: true });
    const mail = await until('the mail is there', () =>
      shop.mail(email, t('Please confirm: the letters of {brand}', BRAND)),
    );
    const token = /newsletter\/confirm\?token=(\w+)/.exec(mail)?.[1];
    await calls.call('newsletter/confirm', { token });
    await calls.call('address/create', { region: '', ...ADDRESSES.en, default_shipping: true, default_billing: true });
    await calls.call('customer/logout');
    await visit(PRODUCTS.simple);
    await main
      .getByRole('button', { name: t('Save to the wishlist'), exact: true })
      .first()
      .click();
    await page
      .locator('dialog#wishlist-prompt')
      .getByRole('link', { name: t('Log in'), exact: true })
      .click();
    await main.locator('#email').fill(email);
    await main.locator('#password').fill(PASSWORD);
    await main.getByRole('button', { name: t('Log in'), exact: true }).click();
    await page.waitForURL(/\/en\/p\//, { waitUntil: 'commit' });
    await look();
    await visit('/checkout');
    await main.locator('input[type="radio"][value="bank_transfer"]').check();
    await main.locator('#terms').check();
    await main.getByRole('button', { name: ORDER_BUTTON.en, exact: true }).click();
    await page.waitForURL(/\/ordersuccess\?token=/, { waitUntil: 'commit' });
    await look();
    await visit('/account/edit');
    await main.locator('#details-first_name').fill('Henrietta');
    await look();
    await context.clearCookies({ name: 'PHPSESSID' });
    // Enter in the field; the page may navigate on its own.
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\?return=/, { waitUntil: 'commit' });
    await until('what was typed is kept', () => seen.has('kept-input'));
    await look();

    const byName = (/** @type {[string, string]} */ [a], /** @type {[string, string]} */ [b]) => (a < b ? -1 : 1);
    const table = items.map((/** @type {any} */ { name, type }) => [name, type]);
    assert.deepEqual([...seen].sort(byName), table.sort(byName));

    // Withdrawing consent deletes what it had allowed.
    await visit('');
    await page
      .locator('footer')
      .getByRole('link', { name: t('Cookie settings'), exact: true })
      .click();
    const dialog = page.locator('dialog#cookie-settings');
    await until('the table is there', async () => (await dialog.locator('tbody tr').count()) === items.length);
    await dialog.getByRole('button', { name: t('Reject all'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const optional = items
      .filter((/** @type {any} */ { category }) => category !== 'essential')
      .map(({ name }) => name);
    assert.deepEqual(
      (await stored(visitor)).filter((name) => optional.includes(name)),
      [],
    );
  }));

// ── The external captcha ────────────────────────────────────────────────────────────────────────────────────────────

/** Stand-in for Google's script: a box that answers on click. */
const WIDGET = `window.grecaptcha = {
  ready: (then) => then(),
  render(place, { callback }) {
    const box = document.createElement('button');
    box.type = 'button';
    box.textContent = 'widget';
    box.onclick = () => callback('good-token');
    place.append(box);
    return 0;
  },
};`;

for (const { lang, width } of /** @type {const} */ ([
  { lang: 'en', width: 1280 },
  { lang: 'de', width: 375 },
])) {
  test(`${lang}, ${width} px: an external captcha waits until it is allowed, in place and for itself alone`, () =>
    withVisitor(foreign, { lang, width, own: true }, async (visitor) => {
      const { page, visit, t, press } = visitor;
      let asked = 0;
      await page.route('https://www.google.com/**', (route) => {
        asked += 1;
        return route.fulfill({ contentType: 'text/javascript', body: WIDGET });
      });
      await visit('/register');
      const main = page.locator('main');
      await main.locator('#first_name').fill('Harriet');
      const allow = main.getByRole('button', { name: t('Allow captcha'), exact: true });
      await allow.waitFor();
      assert.equal(asked, 0, 'nothing is loaded before');
      await isAxeClean(page);
      assert.deepEqual(await page.evaluate(overflows), []);
      await main.locator('#last_name').fill('Ashdown');
      await main.locator('#email').fill(`captcha-${process.pid}-${lang}@example.com`);
      await main.locator('#password').fill(PASSWORD);
      await main.locator('#password_confirmation').fill(PASSWORD);
      await main.locator('#terms').check();
      const send = main.locator('form button[type="submit"]').first();
      await press(send);
      const summary = main.getByRole('alert').filter({ hasText: t('There is a problem') });
      await summary.getByRole('link', { name: t('captcha.consent'), exact: true }).waitFor();
      await isAxeClean(page);
      assert.equal(await main.locator('#first_name').inputValue(), 'Harriet', 'what was typed stays');
      await press(allow);
      const widget = main.getByRole('button', { name: 'widget', exact: true });
      await widget.waitFor();
      assert.deepEqual(await choiceOf(visitor), ['essential', '1'], 'that flag alone');
      await press(send);
      await summary.getByRole('link', { name: t('captcha.required'), exact: true }).waitFor();
      await press(widget);
      await press(send);
      await page.waitForURL(/\/order$/, { waitUntil: 'commit' });
    }));
}

// ── The invitation ──────────────────────────────────────────────────────────────────────────────────────────────────

test('en: the invitation opens on the second page, subscribes, and does not reopen', () =>
  withVisitor(shop, { lang: 'en', consent: 'essential.functional' }, async (visitor) => {
    const { page, context, visit, t } = visitor;
    const email = `invited-${process.pid}@example.com`;
    await visit('');
    await page.locator('header nav a').first().click();
    const dialog = page.locator('dialog#invitation');
    await dialog.waitFor();
    await isAxeClean(page);
    assert.deepEqual(await page.evaluate(overflows), []);
    const field = dialog.locator('input[type="email"]');
    assert.equal(await dialog.getByRole('checkbox').count(), 3);
    assert.equal(await dialog.locator('input:checked').count(), 0);
    await field.focus();
    await field.press('Enter');
    await dialog.getByText(t('email.empty'), { exact: true }).waitFor();
    await dialog.getByText(t('newsletter.select'), { exact: true }).waitFor();
    await isAxeClean(page);
    await field.fill(email);
    await dialog.locator('#newsletter-lightbox-brand').check();
    // A second click while the first is pending sends nothing.
    let sent = 0;
    await page.route('**/hah_api/newsletter/subscribe*', async (route) => {
      sent += 1;
      await field.press('Enter');
      await route.continue();
    });
    await field.press('Enter');
    const thanks = dialog
      .getByRole('status')
      .filter({ hasText: t('newsletter.confirm') })
      .first();
    await thanks.waitFor();
    await page.unroute('**/hah_api/newsletter/subscribe*');
    assert.equal(sent, 1);
    await isAxeClean(page);
    const events = await page.evaluate(() => /** @type {any} */ (window).dataLayer);
    assert.deepEqual(events?.at(-1), { event: 'newsletter_subscribe', source: 'lightbox', language: 'en' });
    await dialog.getByRole('button', { name: t('Continue shopping'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok((await context.cookies()).some(({ name, value }) => name === 'firstVisit' && value === '1'));
    assert.ok(
      await until('the mail is there', () => shop.mail(email, t('Please confirm: the letters of {brand}', BRAND))),
    );
  }));

for (const { consent, shown } of [
  { consent: 'essential.functional', shown: 1 },
  { consent: 'essential', shown: 0 },
]) {
  test(`es, ${consent}: products seen before, until the logout`, () =>
    withVisitor(shop, { lang: 'es', consent, own: true }, async ({ page, visit, calls }) => {
      await calls.register();
      const stored = () => page.evaluate(() => window.localStorage.getItem('lastViewed') ?? '');
      const seen = page.locator('section[aria-labelledby="recently-viewed"] li');
      await visit(PRODUCTS.simple);
      await laterReady(page);
      if (shown) await until('it is noted', async () => (await stored()).includes(SIMPLE));
      await visit(PRODUCTS.reduced);
      await laterReady(page);
      if (shown) await seen.first().waitFor();
      assert.equal(await seen.count(), shown);
      await visit('/logout');
      await page.getByRole('heading', { level: 1 }).waitFor();
      if (shown) await until('nothing is kept', async () => (await stored()) === '');
      assert.equal(await stored(), '');
    }));
}

for (const { consent, kept, isSession } of [
  { consent: 'essential.functional', kept: 'firstVisit', isSession: false },
  { consent: 'essential', kept: 'invitationSeen', isSession: true },
]) {
  test(`de, ${consent}: the invitation opens after twenty seconds, and Esc closes it for good`, () =>
    withVisitor(shop, { lang: 'de', consent, own: true }, async ({ page, context, visit }) => {
      await page.clock.install();
      await visit('');
      const dialog = page.locator('dialog#invitation');
      await page.clock.runFor(15_000);
      assert.equal(await dialog.count(), 0);
      await page.clock.runFor(6_000);
      await until('it comes', async () => {
        await page.clock.runFor(500);
        return dialog.isVisible();
      });
      await page.keyboard.press('Escape');
      await until('it goes', async () => {
        await page.clock.runFor(500);
        return (await dialog.count()) === 0;
      });
      const seen = (await context.cookies()).filter(({ name }) => /^(firstVisit|invitationSeen)$/.test(name));
      assert.deepEqual(
        seen.map(({ name, expires }) => [name, expires === -1]),
        [[kept, isSession]],
      );
      await visit('/c/towels');
      await page.clock.runFor(60_000);
      assert.equal(await dialog.count(), 0);
    }));
}

for (const { name, width, consent, paths } of [
  { name: 'on a narrow screen', width: 599, consent: 'essential.functional', paths: ['', '/c/towels'] },
  { name: 'before a decision about cookies', width: 1280, consent: null, paths: ['', '/c/towels'] },
  {
    name: 'where somebody logs in, registers, orders or writes',
    width: 1280,
    consent: 'essential.functional',
    paths: ['/login', '/register', '/forgetpwd', '/cart', '/checkout', '/contact-us', '/account/setPassword?token=0a'],
  },
]) {
  test(`en: no invitation ${name}`, () =>
    withVisitor(shop, { lang: 'en', width, consent, own: true }, async ({ page, visit, calls }) => {
      await page.clock.install();
      await calls.add(SIMPLE);
      for (const path of paths) {
        await visit(path);
        await page.clock.runFor(60_000);
        assert.equal(await page.locator('dialog#invitation').count(), 0, path);
      }
    }));
}
