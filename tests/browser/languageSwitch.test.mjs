/** Changing language or currency keeps page, filters, input and cart. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAxeClean } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { setupShop } from './support/setup.mjs';
import { LOCALES } from './support/texts.mjs';
import { until } from './support/until.mjs';

const LANGUAGES = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const NAMES = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español', zh: '简体中文' };
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGUAGES) });

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

/**
 * Follows the footer's link and waits for hydration of the next document.
 * @param {Visitor} visitor
 * @param {string} name
 */
async function choose({ page, press }, name) {
  const before = page.url();
  await press(page.locator('footer').getByRole('link', { name, exact: true }));
  await page.waitForURL((url) => url.href !== before);
  await page.locator('html[data-ready]').waitFor();
}

/** @param {Visitor} visitor */
const cartCount = ({ page }) => page.locator('header a[href$="/cart"]').innerText();

test('all languages keep filters, input and cart', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit, calls, context } = visitor;
    await visit('/c/bedding?f.colour=white&sort=price_asc');
    const { items } = await calls.call('catalog/category', { url_key: 'towels' });
    const simple = items.find((/** @type {any} */ card) => card.kind === 'simple');
    await calls.call('cart/add', { sku: simple.sku, qty: 2 });
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    const category = await calls.call('catalog/category', { url_key: 'bedding' });
    const email = page.locator('footer input[type="email"]');
    await email.fill('claire.martin@example.com');
    const shown = await page.locator('main article').count();
    for (const lang of [...LANGUAGES.slice(1), 'en']) {
      const known = /** @type {typeof LANGUAGES[number]} */ (lang);
      await choose(visitor, NAMES[known]);
      const url = new URL(page.url());
      assert.equal(decodeURIComponent(url.pathname), category.alternates[known]);
      assert.equal(url.searchParams.get('f.colour'), 'white');
      assert.equal(url.searchParams.get('sort'), 'price_asc');
      assert.equal(await page.locator('html').getAttribute('lang'), LOCALES[known]);
      assert.equal(await page.locator('main article').count(), shown);
      await until(
        'what was typed stands there',
        async () => (await email.inputValue()) === 'claire.martin@example.com',
      );
      await until('the bag came along', async () => (await cartCount(visitor)).includes('2'));
      const cookies = await context.cookies();
      assert.equal(cookies.find(({ name }) => name === 'lang')?.value, known);
    }
    // Without a language in the URL the cookie decides.
    await choose(visitor, NAMES.es);
    await page.goto(`${shop.url}/`);
    assert.match(page.url(), /\/es$/);
  }));

test('the chosen variant is kept in every language', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, visit } = visitor;
    const choice = '?bed_size=180x200&base_colour=taupe&leg=square_silver';
    await visit(`/p/lac-bed-mattress-and-base-set${choice}`);
    for (const lang of LANGUAGES.slice(1)) {
      await choose(visitor, NAMES[lang]);
      await until('the leg is the one that was chosen', async () => {
        return (await page.locator('#option-leg').inputValue()) === 'square_silver';
      });
      assert.equal(new URL(page.url()).search, choice);
      const chosen = await page
        .locator('main input[type="radio"]:checked')
        .evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value')));
      assert.deepEqual(chosen, ['180x200', 'taupe']);
    }
  }));

test('a contact form is kept in another language, and can be sent', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, visit } = visitor;
    await visit('/contact-us');
    const message = page.locator('main textarea');
    const subject = page.locator('main select').first();
    const email = page.locator('main input[type="email"]');
    await subject.selectOption('care_information');
    await email.fill('claire.martin@example.com');
    await message.fill('Wie wäscht man die Decke?');
    await choose(visitor, NAMES.de);
    assert.match(page.url(), /\/de\/contact-us$/);
    await until('the letter is there', async () => (await message.inputValue()) === 'Wie wäscht man die Decke?');
    assert.equal(await subject.inputValue(), 'care_information');
    assert.equal(await email.inputValue(), 'claire.martin@example.com');
    // Input is restored once: a reload starts empty.
    await page.reload();
    await page.locator('html[data-ready]').waitFor();
    assert.equal(await message.inputValue(), '');
  }));

test('the language links follow client-side navigation', () =>
  withVisitor(shop, { lang: 'fr' }, async (visitor) => {
    const { page, visit, calls } = visitor;
    await visit('');
    const card = page.locator('main article a').first();
    const href = (await card.getAttribute('href')) ?? '';
    await visitor.press(card);
    await page.waitForURL(`**${href.split('?')[0]}*`);
    await page.locator('main h1').waitFor();
    const product = await calls.call('catalog/product', {
      url_key: decodeURIComponent(href.split('?')[0]?.split('/').at(-1) ?? ''),
    });
    await choose(visitor, NAMES.zh);
    assert.equal(decodeURIComponent(new URL(page.url()).pathname), product.alternates.zh);
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-CN');
  }));

test('a chosen currency is kept over a change of language', () =>
  withVisitor(shop, { lang: 'de' }, async (visitor) => {
    const { page, visit } = visitor;
    await visit('/c/bedding?f.colour=white');
    const filtered = page.url();
    await visitor.press(page.locator('footer').getByRole('link', { name: 'CHF', exact: true }));
    await page
      .getByText(/\d\u00a0CHF/)
      .first()
      .waitFor();
    // The choice is in the cookie and removed from the URL.
    assert.equal(new URL(page.url()).search, new URL(filtered).search);
    await choose(visitor, NAMES.fr);
    assert.match(new URL(page.url()).search, /f\.colour=white/);
    await page
      .getByText(/\d\u00a0CHF/)
      .first()
      .waitFor();
  }));

test('a chosen currency that is offered no more is told of, until that is read', async () => {
  await shop.command('tariff', 'set-currency', 'AED', '--offered', 'no');
  for (const [at, lang] of LANGUAGES.entries()) {
    await withVisitor(shop, { lang, width: at % 2 ? 375 : 1280 }, async (visitor) => {
      const { page, context, t, visit } = visitor;
      await context.addCookies([{ name: 'currency', value: 'AED', url: shop.url }]);
      await until('pages follow', async () => !(await (await fetch(`${shop.url}/en`)).text()).includes('"AED"'));
      await visit('/c/towels');
      const notice = page.locator('main').getByText(/AED/);
      await notice.waitFor();
      assert.match(await notice.innerText(), /EUR|CNY/);
      await isAxeClean(page);
      const dismiss = page.locator('main').getByRole('button', { name: t('Dismiss') });
      await dismiss.focus();
      await page.keyboard.press('Enter');
      await notice.waitFor({ state: 'detached' });
      const chosen = (await context.cookies()).find(({ name }) => name === 'currency')?.value;
      assert.ok(chosen === 'EUR' || chosen === 'CNY', chosen);
      await page.reload();
      await page.locator('html[data-ready]').waitFor();
      assert.equal(await page.getByText(/AED/).count(), 0, 'nor among the choices');
    });
  }
});
