/**
 * Customer journey with mouse and touch (by keyboard: `accountKeyboard.test.mjs`), and what a login does to a guest's cart,
 * form and language.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { customerJourney } from './support/customerJourney.mjs';
import { finger, mouse } from './support/inputModes.mjs';
import { SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop();
/** Without captcha, for many accounts. */
const quick = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });
const five = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__LANGUAGES: '["en", "fr", "de", "es", "zh"]' });

test('en: customer journey by mouse', () =>
  withVisitor(shop, { lang: 'en' }, (visitor) => customerJourney(shop, visitor, mouse(visitor.page))));

test('de: customer journey on a phone', () =>
  withVisitor(shop, { lang: 'de', width: 375 }, (visitor) => customerJourney(shop, visitor, finger(visitor.page))));

test('en: a guest logs in at the checkout and keeps the input', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, calls, visit, t } = visitor;
    const main = page.locator('main');
    const email = await calls.register();
    await calls.add(SIMPLE, 2);
    await calls.call('customer/logout');
    // A guest's cart and form.
    await calls.add('TOW-LAC-BAT-WHI');
    await visit('/checkout');
    await main.locator('[autocomplete="shipping address-line1"]').fill('9 Harbour Road');
    await main.getByRole('link', { name: t('Log in to your account'), exact: true }).click();
    await main.getByRole('link', { name: t('Continue as a guest'), exact: true }).waitFor();
    await main.locator('#email').fill(email);
    await main.locator('#password').fill(PASSWORD);
    await main.getByRole('button', { name: t('Log in'), exact: true }).click();
    await page.waitForURL(/\/checkout$/, { waitUntil: 'commit' });
    await main.getByText(t('You order as <0>{email}</0>.', { email }).replace(/<.?0>/g, '')).waitFor();
    assert.equal(await main.locator('[autocomplete="shipping address-line1"]').inputValue(), '9 Harbour Road');
    // The carts are merged.
    const bag = await calls.call('cart');
    assert.deepEqual(bag.items.map((/** @type {any} */ item) => item.qty).sort(), [1, 2]);
    await main
      .getByText(/3 items/)
      .first()
      .waitFor();
  }));

test('en: the cart merge notice stays until dismissed', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, calls, visit, t } = visitor;
    const email = await calls.register();
    const most = async () => {
      const { items } = await calls.add(SIMPLE);
      const [{ item_id, stock, max_qty }] = items;
      await calls.call('cart/update', { item_id, qty: Math.min(stock, max_qty ?? stock) });
    };
    await most();
    await calls.call('customer/logout');
    await most();
    await visit('/login');
    const main = page.locator('main');
    await main.locator('#email').fill(email);
    await main.locator('#password').fill(PASSWORD);
    await main.getByRole('button', { name: t('Log in'), exact: true }).click();
    const told = main.getByText(t('We have combined your two bags, but not everything could be added.'), {
      exact: true,
    });
    await told.waitFor();
    await main.getByRole('button', { name: t('Dismiss'), exact: true }).click();
    await told.waitFor({ state: 'detached' });
  }));

test('zh: the family name comes first in forms and names', () =>
  withVisitor(five, { lang: 'zh' }, async (visitor) => {
    const { page, calls, visit, t } = visitor;
    const main = page.locator('main');
    /** Name fields from top to bottom. */
    const asked = async () => {
      const fields = main.locator('[autocomplete$="-name"]');
      await fields.first().waitFor();
      return fields.evaluateAll((all) => all.map((one) => one.getAttribute('autocomplete')?.split(' ').at(-1)));
    };
    const order = ['family-name', 'given-name'];
    await visit('/register');
    assert.deepEqual(await asked(), order);
    await main.getByRole('button', { name: t('Create an account'), exact: true }).click();
    const summary = main.getByRole('alert').getByRole('listitem');
    assert.deepEqual((await summary.allInnerTexts()).slice(0, 2), [
      t('address.last_name_empty'),
      t('address.first_name_empty'),
    ]);
    await calls.add(SIMPLE);
    await visit('/checkout');
    assert.deepEqual(await asked(), order);
    await calls.register();
    await visit('/account');
    await main.getByRole('heading', { level: 1 }).getByText('王静').waitFor();
    for (const path of ['/account/edit', '/checkout']) {
      await visit(path);
      assert.deepEqual(await asked(), order, path);
    }
    await visit('/address');
    await main.getByRole('button', { name: t('Add your first address'), exact: true }).click();
    assert.deepEqual(await asked(), order);
    const { order_number } = await calls.order('cheque');
    await visit(`/order/detail?order_number=${order_number}`);
    await main.getByText('王静', { exact: true }).first().waitFor();
  }));

for (const width of [1280, 375]) {
  test(`en, ${width} px: cart, wishlist and login survive a change of language, which is remembered`, () =>
    withVisitor(quick, { lang: 'en', width }, async (visitor) => {
      const { page, context, calls, visit, phone } = visitor;
      await calls.register();
      await calls.add(SIMPLE, 2);
      await calls.call('wishlist/add', { sku: SIMPLE });
      const stored = () => page.evaluate(() => window.sessionStorage.getItem('fromStoreId'));
      await visit('/mywishlist');
      assert.equal(await stored(), null, 'nobody has switched');
      if (phone) await page.getByRole('button', { name: 'Menu', exact: true }).click();
      else
        await page
          .locator('header button[aria-expanded]')
          .filter({ hasText: /\bEN\b/ })
          .click();
      await page.locator(phone ? 'dialog[open] a[lang="de-DE"]' : 'header a[lang="de-DE"]').click();
      await page.waitForURL(/\/de\/mywishlist$/);
      await page.locator('html[data-ready]').waitFor();
      // Wishlist item, cart and login survive, in German.
      await page.locator('main').getByRole('link', { name: 'Badematte aus Frottier' }).first().waitFor();
      const names = () => calls.call('cart').then(({ items }) => items.map((/** @type {any} */ item) => item.qty));
      assert.deepEqual(await names(), [2]);
      const cookies = Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, value]));
      assert.deepEqual([cookies.lang, cookies.isLogin], ['de', '1']);
      await page.locator('header').getByText('2', { exact: true }).waitFor();
      // The region call receives the previous store view, after a reload too, but not once the visitor is back.
      for (const [path, from] of [
        ['/de/mywishlist', '94'],
        ['/en/mywishlist', ''],
      ]) {
        await context.clearCookies({ name: 'rwflag' });
        const [request] = await Promise.all([page.waitForRequest(/common\/region/), page.goto(String(path))]);
        assert.equal(new URL(request.url()).searchParams.get('from_store_id') ?? '', from, path);
        assert.equal(await stored(), '94');
      }
    }));
}

test('en: input survives an expired session', () =>
  withVisitor(quick, { lang: 'en' }, async (visitor) => {
    const { page, context, calls, visit, t } = visitor;
    const main = page.locator('main');
    const email = await calls.register();
    await visit('/account');
    await main
      .getByRole('navigation', { name: t('Your account'), exact: true })
      .getByRole('link', { name: t('Details and password'), exact: true })
      .click();
    await main.locator('#details-first_name').fill('Henrietta');
    await context.clearCookies({ name: 'PHPSESSID' });
    await main.getByRole('button', { name: t('Save changes'), exact: true }).click();
    await page.waitForURL(/\/login\?return=/, { waitUntil: 'commit' });
    await main.locator('#email').fill(email);
    await main.locator('#password').fill(PASSWORD);
    await main.getByRole('button', { name: t('Log in'), exact: true }).click();
    await page.waitForURL(/\/account\/edit$/, { waitUntil: 'commit' });
    await until(
      'what was typed is back',
      async () => (await main.locator('#details-first_name').inputValue()) === 'Henrietta',
    );
    // Back asks, and leaves when confirmed.
    await page.goBack();
    const dialog = page.getByRole('alertdialog', { name: t('Leave without saving?') });
    await dialog.waitFor();
    assert.match(page.url(), /\/account\/edit$/);
    await dialog.getByRole('button', { name: t('Leave'), exact: true }).click();
    await until('the page is left', () => !/\/account\/edit$/.test(page.url()));
  }));

test('de: invoices are listed in the account, downloaded, and link their orders', () =>
  withVisitor(quick, { lang: 'de' }, async (visitor) => {
    const { page, context, calls, visit, t } = visitor;
    const main = page.locator('main');
    await calls.register();
    await visit('/account');
    await main.getByText(t('As soon as an order is paid, its invoice is kept here for you.')).waitFor();
    await calls.add(SIMPLE, 2);
    const { order_number } = await calls.order('cheque');
    await quick.command('order', 'paid', order_number, '--method', 'cheque');
    await quick.command('order', 'refund', order_number, '--amount', '5.00');
    await visit('/account');
    await main.getByRole('link', { name: t('All invoices'), exact: true }).click();
    await page.waitForURL(/\/de\/account\/invoices$/);
    await main.getByRole('heading', { level: 1, name: t('Your invoices'), exact: true }).waitFor();
    const rows = main.getByRole('row');
    assert.equal(await rows.count(), 3, 'head, credit note, invoice');
    const [credit, invoice] = [await rows.nth(1).innerText(), await rows.nth(2).innerText()];
    assert.match(credit, /CN-\d{4}-000001\s+Rechnungskorrektur/);
    assert.ok(credit.includes('5,00\u00a0€'), credit);
    assert.match(invoice, /INV-\d{4}-000001\s+Rechnung/);
    const href = await rows.nth(2).locator('a[type="application/pdf"]').getAttribute('href');
    const file = await context.request.get(href ?? '');
    assert.equal(file.headers()['content-type'], 'application/pdf');
    assert.equal((await file.body()).subarray(0, 5).toString(), '%PDF-');
    await rows
      .nth(2)
      .getByRole('link', { name: t('Order {number}', { number: order_number }) })
      .click();
    await page.waitForURL(/\/de\/order\/detail\?order_number=/);
    await main.getByRole('heading', { level: 1, name: t('Order {number}', { number: order_number }) }).waitFor();
    // Guests are redirected to the login, and back.
    await calls.call('customer/logout');
    await page.goto('/de/account/invoices');
    await page.waitForURL(/\/de\/login\?return=%2Fde%2Faccount%2Finvoices$/);
  }));
