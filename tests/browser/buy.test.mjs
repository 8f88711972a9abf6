/** Buying: in every language, with mouse, touch and keyboard. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { ADDRESSES } from './support/calls.mjs';
import { fillCheckout } from './support/checkoutForm.mjs';
import { finger, hasFocus, keyboard, mouse, tab, tabTo } from './support/inputModes.mjs';
import { PRODUCTS } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { LOCALES, ORDER_BUTTON } from './support/texts.mjs';
import { until } from './support/until.mjs';

const IBAN = 'FR76 3000 6000 0112 3456 7890 189';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * Long date in Paris by the browser's own `Intl`; the first of a month is an ordinal in French.
 * @param {import('./support/texts.mjs').Lang} lang
 * @param {string} moment
 */
function day(lang, moment) {
  const format = new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: 'long', timeZone: 'Europe/Paris' });
  const date = plain(format.format(new Date(moment)));
  return lang === 'fr' ? date.replace(/^1 /, '1er ') : date;
}

/**
 * @param {import('./support/browser.mjs').Visitor} visitor
 * @param {import('./support/inputModes.mjs').InputMode} input
 * @param {'bank_transfer' | 'cheque'} payment
 */
async function buy(visitor, input, payment) {
  const { page, lang, t, calls } = visitor;
  const main = page.locator('main');

  // Home to department.
  const menu = await calls.call('page/topmenu');
  const department = menu.items.find((/** @type {any} */ item) => item.key === 'bath-and-spa');
  await input.press(main.locator(`a[href="${department.url}"]`).first());
  await main.getByRole('heading', { level: 1, name: department.name, exact: true }).waitFor();
  assert.equal(new URL(page.url()).pathname, encodeURI(department.url));

  // To a product.
  const list = await calls.call('catalog/category', { url_key: department.url.split('/').at(-1) });
  const card = list.items.find((/** @type {any} */ item) => item.availability === 'in_stock');
  await input.press(main.locator('article').locator(`a[href="${card.url}"]`).first());
  await main.getByRole('heading', { level: 1, name: card.name, exact: true }).waitFor();
  assert.ok((await page.title()).length > 0);

  // Into the cart.
  await input.press(main.getByRole('button', { name: t('Add to bag'), exact: true }).first());
  const drawer = page.locator('dialog[open]');
  await drawer.getByText(t('cart.added'), { exact: true }).first().waitFor();
  await drawer.getByRole('link', { name: card.name, exact: true }).waitFor();
  await input.press(drawer.getByRole('link', { name: t('To checkout'), exact: true }));

  // The order form: at most eight fields (U1), with autocomplete tokens (U10).
  const order = main.getByRole('button', { name: ORDER_BUTTON[lang], exact: true });
  await order.waitFor();
  await until('the drawer is gone', async () => (await page.locator('dialog[open]').count()) === 0);
  const person = ADDRESSES[lang];
  const country = main.locator('[autocomplete="shipping country"]');
  assert.equal(await country.inputValue(), person.country, 'the country of the store is set');
  const email = `${lang}.${payment}.${Date.now()}@example.com`;
  const typed = await fillCheckout(visitor, input, email, payment);
  assert.ok(typed <= 8, `${typed} fields to fill`);

  // The amount is beside the button.
  const { totals } = await calls.call('checkout/index', { country: person.country });
  const amount = new Intl.NumberFormat(LOCALES[lang], {
    style: 'currency',
    currency: totals.currency,
    useGrouping: 'always',
  }).format(Number(totals.total));
  const total = plain(amount);
  await until(`the total ${total} is shown`, async () => plain(await main.innerText()).includes(total));
  await input.press(order);

  // The result.
  await page.waitForURL(/\/ordersuccess\?token=/, { waitUntil: 'commit' });
  const token = new URL(page.url()).searchParams.get('token') ?? '';
  const placed = await calls.call('payment/index', { token });
  assert.match(placed.order_number, /^\d{4}-\d{6}$/);
  await main.getByText(placed.order_number).first().waitFor();
  const heading = main.getByRole('heading', { level: 1 });
  await until('the heading has focus', () => hasFocus(heading));
  const text = plain(await main.innerText());
  for (const wanted of [placed.order_number, email, total, day(lang, placed.hold_until)]) {
    assert.ok(text.includes(wanted), `'${wanted}' is not in: ${text}`);
  }
  if (payment === 'bank_transfer') assert.ok(text.includes(IBAN), text);
  else
    for (const line of [placed.instructions.payee, ...placed.instructions.address])
      assert.ok(text.includes(line), line);
  // The order has emptied the cart.
  await page
    .locator('header')
    .getByRole('link', { name: t('Bag'), exact: true })
    .waitFor();
}

for (const lang of LANGS) {
  test(`${lang}: by mouse, bank transfer`, () =>
    withVisitor(shop, { lang }, async (visitor) => {
      await visitor.visit('');
      await buy(visitor, mouse(visitor.page), 'bank_transfer');
    }));
}

for (const lang of /** @type {const} */ (['en', 'de'])) {
  test(`${lang}: by keyboard, bank transfer`, () =>
    withVisitor(shop, { lang }, async (visitor) => {
      const { page, t, visit } = visitor;
      await visit('');
      await tab(page);
      const skip = page.getByRole('link', { name: t('Skip to content'), exact: true });
      assert.ok(await hasFocus(skip), 'the skip link is the first stop');
      await page.keyboard.press('Enter');
      await until('focus is at the content', () => hasFocus(page.locator('main')));
      await buy(visitor, keyboard(page), 'bank_transfer');
    }));
}

for (const lang of /** @type {const} */ (['fr', 'es'])) {
  test(`${lang}: on a phone, cheque`, () =>
    withVisitor(shop, { lang, width: 375 }, async (visitor) => {
      await visitor.visit('');
      await buy(visitor, finger(visitor.page), 'cheque');
    }));
}

test('a double press places one order', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, calls, visit } = visitor;
    await calls.add('BMA-LAC');
    await visit('/checkout');
    const main = page.locator('main');
    await fillCheckout(visitor, mouse(page), 'double@example.com', 'cheque');
    /** @type {string[]} */
    const sent = [];
    page.on('request', (request) => {
      if (request.url().includes('/hah_api/checkout/place')) sent.push(request.postData() ?? '');
    });
    await main.getByRole('button', { name: ORDER_BUTTON.en, exact: true }).dblclick();
    await page.waitForURL(/\/ordersuccess\?token=/, { waitUntil: 'commit' });
    assert.equal(sent.length, 1);
  }));

test('a refused form shows its errors, keeps its input, and can be corrected (U7)', () =>
  withVisitor(shop, { lang: 'fr' }, async ({ page, calls, visit, t }) => {
    await calls.add('BMA-LAC');
    await visit('/checkout');
    const main = page.locator('main');
    const title = await page.title();
    await main.locator('[autocomplete="shipping given-name"]').fill('Élodie');
    await main.getByRole('button', { name: ORDER_BUTTON.fr, exact: true }).click();
    const summary = main.getByRole('alert').filter({ hasText: t('There is a problem') });
    await until('the summary has focus', () => hasFocus(summary));
    assert.equal(plain(await page.title()), plain(`Erreur : ${title}`));
    // The same message in the summary and at the field it links to.
    const words = t('address.last_name_empty');
    assert.equal(await main.getByText(words, { exact: true }).count(), 2);
    await summary.getByRole('link', { name: words, exact: true }).click();
    const name = main.locator('[autocomplete="shipping family-name"]');
    assert.ok(await hasFocus(name));
    assert.equal(await name.getAttribute('aria-invalid'), 'true');
    await page.keyboard.type('Carpentier');
    await until('the error is gone', async () => (await name.getAttribute('aria-invalid')) === null);
    assert.equal(await main.locator('[autocomplete="shipping given-name"]').inputValue(), 'Élodie');
    assert.ok(await main.getByText(t('checkout.payment_method_empty'), { exact: true }).first().isVisible());
    // No validation while typing; errors appear on blur.
    const post = main.locator('[autocomplete="shipping postal-code"]');
    await post.fill('');
    await post.pressSequentially('6900');
    await tabTo(page, main.locator('input[type="radio"]').first()).catch(() => page.keyboard.press('Tab'));
    await until('the postal code is judged', async () => (await post.getAttribute('aria-invalid')) === 'true');
  }));

test('an e-mail address is displayed trimmed', () =>
  withVisitor(shop, { lang: 'es', width: 375 }, async ({ page, calls, visit }) => {
    await calls.add('BMA-LAC');
    await visit('/checkout');
    const email = page.locator('main input[type="email"]');
    await email.focus();
    await page.keyboard.insertText('  luz@example.com ');
    await page.keyboard.press('Tab');
    // Scripts read the value without spaces anyway: compare the displayed text by its selection.
    const shown = await email.evaluate((/** @type {HTMLInputElement} */ field) => {
      field.select();
      return String(window.getSelection());
    });
    assert.equal(shown, 'luz@example.com');
  }));

test('a quantity error does not narrow the button beside it', () =>
  withVisitor(shop, { lang: 'de' }, async ({ page, visit, t }) => {
    await visit(PRODUCTS.configurable);
    const buy = page
      .locator('main')
      .getByRole('button', { name: t('Add to bag'), exact: true })
      .first();
    const before = await buy.boundingBox();
    const qty = page.locator('#product-qty');
    await qty.fill('99');
    await qty.press('Enter');
    await page.locator('#product-qty-error').waitFor();
    const after = await buy.boundingBox();
    assert.deepEqual([after?.width, after?.height], [before?.width, before?.height]);
  }));

test('the stock line does not move the button, at the largest font size too', () =>
  withVisitor(shop, { lang: 'de', width: 375, own: true }, async ({ page, context, visit }) => {
    const session = await context.newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    // The URL names the initial choice too.
    await visit('/p/percale-bedding-set?duvet_size=140x200&pillow_size=50x75');
    const line = page.locator('main [role="status"] > p[data-availability]');
    const button = page.locator('[id^="product-qty"]').first();
    /** @type {[string, number][]} */
    const places = [];
    for (const size of await page.locator('main input[type="radio"]').all()) {
      await size.check({ force: true });
      const value = await size.inputValue();
      await until('the address names the choice', () => [...new URL(page.url()).searchParams.values()].includes(value));
      const { top } = await button.evaluate((one) => ({ top: one.getBoundingClientRect().top + window.scrollY }));
      places.push([await line.innerText(), Math.round(top)]);
    }
    assert.ok(new Set(places.map(([said]) => said)).size > 1, 'all sizes are as easily had');
    assert.equal(new Set(places.map(([, top]) => top)).size, 1, JSON.stringify(places));
  }));

test('a checkbox with a hidden label has a touch target', () =>
  withVisitor(shop, { lang: 'en', width: 375 }, async ({ page, calls, visit }) => {
    await calls.add('BMA-LAC');
    await visit('/cart');
    const box = page.locator('main li input[type="checkbox"]');
    const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    await page.touchscreen.tap(x + width / 2 + 20, y + height / 2);
    await until('it is ticked', () => box.isChecked());
  }));
