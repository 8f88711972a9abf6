/** Keyboard and screen reader rules K1 to K9 (experience.md §2), and the Back button (U17, U25). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterReady, withVisitor } from './support/browser.mjs';
import { hasFocus, tab, tabTo } from './support/inputModes.mjs';
import { fillCart, openDialog, PRODUCTS, screen, TERM } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { asHeading } from './support/texts.mjs';
import { until } from './support/until.mjs';

/** @typedef {import('./support/browser.mjs').Visitor} Visitor */

const shop = await setupShop();

/** @param {import('playwright-core').Page} page */
const focusIsIn = (page, /** @type {string} */ selector) =>
  page.evaluate((within) => document.activeElement?.closest(within) !== null, selector);

/** @param {import('playwright-core').Page} page */
const noDialog = (page) => until('no dialog is open', async () => (await page.locator('dialog[open]').count()) === 0);

/**
 * Walks all tab stops, checking focus ring and position (K3).
 * @param {import('playwright-core').Page} page
 */
async function walk(page) {
  /** @type {{ order: number, top: number, left: number, name: string }[]} */
  const stops = [];
  for (let stop = 0; stop < 300; stop += 1) {
    await tab(page);
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { top, left } = element.getBoundingClientRect();
      return {
        order: [...document.querySelectorAll('*')].indexOf(element),
        top: top + window.scrollY,
        left,
        name: element.outerHTML.slice(0, 100),
      };
    });
    if (!here || here.order < (stops.at(-1)?.order ?? -1)) break;
    stops.push(here);
  }
  return stops;
}

/** @type {Record<string, (visitor: Visitor) => Promise<void>>} */
const rules = {
  async 'K1: the skip link is the first tab stop and leads to the content'({ page, visit, t }) {
    for (const path of ['', '/c/bedding', PRODUCTS.simple, '/cart', '/help/returns']) {
      await visit(path);
      await tab(page);
      const skip = page.getByRole('link', { name: t('Skip to content'), exact: true });
      assert.ok(await hasFocus(skip), path);
      assert.ok(await skip.isVisible());
      await page.keyboard.press('Enter');
      await until('focus is at the content', () => hasFocus(page.locator('main')));
      await tab(page);
      assert.ok(await focusIsIn(page, 'main'), `${path}: the next stop is in the content`);
    }
  },

  async 'K4: the cart drawer takes, traps and returns focus'({ page, visit, t }) {
    await visit(PRODUCTS.simple);
    const add = page
      .locator('main')
      .getByRole('button', { name: t('Add to bag'), exact: true })
      .first();
    await tabTo(page, add);
    await page.keyboard.press('Enter');
    const drawer = page.locator('dialog[open]');
    await drawer.waitFor();
    await until('focus is in the drawer', () => focusIsIn(page, 'dialog[open]'));
    // The page below a dialog is inert: Tab cycles through the dialog and the browser's controls.
    for (let stop = 0; stop < 12; stop += 1) {
      await tab(page);
      const isKept = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null,
      );
      assert.ok(isKept, 'Tab leaves the drawer');
    }
    assert.ok(await drawer.evaluate((dialog) => dialog.matches(':modal')));
    await page.keyboard.press('Escape');
    await noDialog(page);
    await until('focus is back', () => hasFocus(add));

    // With its own button.
    await page.keyboard.press('Enter');
    await drawer.waitFor();
    const close = drawer.getByRole('button', { name: t('Close'), exact: true });
    await tabTo(page, close);
    await page.keyboard.press('Enter');
    await noDialog(page);
    await until('focus is back', () => hasFocus(add));
  },

  async 'K4: Back closes the drawer'({ page, visit, t }) {
    await visit('/c/bedding');
    await visit(PRODUCTS.simple);
    const address = page.url();
    const bag = page.locator('header a[aria-haspopup="dialog"]');
    for (const leave of [() => page.evaluate(() => history.back()), () => page.keyboard.press('Escape')]) {
      await tabTo(page, bag);
      await page.keyboard.press('Enter');
      await page.locator('dialog[open]').waitFor();
      await leave();
      await noDialog(page);
      assert.equal(page.url(), address);
      await until('focus is back', () => hasFocus(bag));
    }
    // The drawer's history entry is gone too: another Back leaves the page.
    await page.goBack();
    await page.waitForURL(/\/c\/bedding$/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(t('Filter'));
  },

  async 'K4: a link in a dialog navigates, and Back returns'({ page, visit }) {
    await visit(PRODUCTS.simple);
    const address = page.url();
    await tabTo(page, page.locator('header a[aria-haspopup="dialog"]'));
    await page.keyboard.press('Enter');
    const link = page.locator('dialog[open] li a').first();
    await link.waitFor();
    await tabTo(page, link);
    const target = (await link.getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${target}`);
    await noDialog(page);
    await page.evaluate(() => history.back());
    await page.waitForURL(address);
    await noDialog(page);
  },

  async 'K5: the menu opens by click and keyboard, and closes with Esc'({ page, visit }) {
    await visit('/help/returns');
    const button = page.locator('header nav button[aria-expanded]').first();
    await tabTo(page, button);
    assert.equal(await button.getAttribute('aria-expanded'), 'false');
    await page.keyboard.press('Enter');
    await until('the menu is open', async () => (await button.getAttribute('aria-expanded')) === 'true');
    const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
    await panel.waitFor();
    await tab(page);
    assert.ok(
      await panel.evaluate((element) => element.contains(document.activeElement)),
      'the next stop is in the panel',
    );
    await page.keyboard.press('Escape');
    await until('the menu is closed', async () => (await button.getAttribute('aria-expanded')) === 'false');
    assert.ok(await hasFocus(button));
    // Tabbing out of it closes it too.
    await page.keyboard.press('Space');
    await panel.waitFor();
    for (let stop = 0; stop < 20 && (await panel.count()) > 0; stop += 1) await tab(page);
    assert.equal(await panel.count(), 0);
  },

  async 'K5: language and currency open by click and close with Esc'({ page, visit, t }) {
    await visit('/help/returns');
    const button = page.locator('header button[aria-expanded]:not(nav *)');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    const links = page.locator('header').getByRole('link', { name: 'Deutsch', exact: true });
    await links.waitFor();
    assert.equal(await links.getAttribute('lang'), 'de-DE');
    await page.keyboard.press('Escape');
    await links.waitFor({ state: 'detached' });
    assert.ok(await hasFocus(button));
    assert.ok(t('Language'));
  },

  async 'K6: search is a combobox'({ page, visit, t }) {
    await visit('/help/returns');
    const opener = page.locator('header form[action$="/search"] button');
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const box = page.getByRole('combobox');
    await until('focus is in the field', async () => (await box.count()) > 0 && (await hasFocus(box)));
    assert.equal(await box.getAttribute('aria-expanded'), 'false');

    // A blank term is refused without a call.
    await page.keyboard.press('Enter');
    await page.getByText(t('search.empty'), { exact: true }).waitFor();
    assert.equal(await box.getAttribute('aria-invalid'), 'true');

    await page.keyboard.type(TERM);
    const options = page.getByRole('option');
    await options.first().waitFor();
    assert.equal(await box.getAttribute('aria-expanded'), 'true');
    const count = await options.count();
    assert.ok(count <= 10);
    await until('the number of suggestions is announced', async () => {
      const said = await page.locator('dialog[open] [role="status"]').allInnerTexts();
      return said.some((text) => text.includes(String(count)));
    });

    const active = async () => (await box.getAttribute('aria-activedescendant')) ?? '';
    await page.keyboard.press('ArrowDown');
    const first = await active();
    assert.equal(await page.locator(`[id="${first}"]`).getAttribute('aria-selected'), 'true');
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await active(), first);
    await page.keyboard.press('ArrowUp');
    assert.equal(await active(), first);
    await page.keyboard.press('ArrowUp');
    assert.equal(
      await page.locator(`[id="${await active()}"]`).getAttribute('aria-selected'),
      'true',
      'arrows go round',
    );
    assert.ok(await hasFocus(box), 'focus stays in the field');

    // The first Esc clears, the second closes.
    await page.keyboard.press('Escape');
    await until('the field is empty', async () => (await box.inputValue()) === '');
    await options.first().waitFor({ state: 'hidden' });
    await page.keyboard.press('Escape');
    await noDialog(page);
    await until('focus is back', () => hasFocus(opener));

    await page.keyboard.press('Enter');
    await until('focus is in the field', async () => (await box.count()) > 0 && (await hasFocus(box)));
    await page.keyboard.type(TERM);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/search\\?q=${TERM}$`));
    const heading = page.locator('main h1');
    await until('the heading has focus', async () => (await heading.count()) === 1 && (await hasFocus(heading)));
    assert.equal(await page.locator('main input[type="search"]').inputValue(), TERM, 'the query is kept in the box');
  },

  async 'K6: Enter during IME composition does not search'({ page, visit }) {
    await visit('/help/returns');
    await openDialog(
      /** @type {any} */ ({ page, press: (/** @type {any} */ target) => target.click() }),
      page.locator('header form[action$="/search"] button'),
    );
    const box = page.getByRole('combobox');
    await box.fill(TERM);
    const options = page.getByRole('option');
    await options.first().waitFor();
    for (const key of ['ArrowDown', 'Enter', 'Escape']) await box.dispatchEvent('keydown', { key, isComposing: true });
    assert.equal(await box.getAttribute('aria-activedescendant'), null);
    assert.equal(await box.inputValue(), TERM);
    assert.match(page.url(), /\/help\/returns$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=/);
  },

  async 'K6: Enter on a suggestion navigates'({ page, visit }) {
    await visit('');
    await openDialog(
      /** @type {any} */ ({ page, press: (/** @type {any} */ target) => target.click() }),
      page.locator('header form[action$="/search"] button'),
    );
    await page.getByRole('combobox').fill('duvet');
    const product = page
      .getByRole('option')
      .filter({ has: page.locator('img') })
      .first();
    await product.waitFor();
    const name = (await product.locator('span span').first().innerText()).replace(/\s+/g, ' ');
    for (let step = 0; step < 12 && (await product.getAttribute('aria-selected')) !== 'true'; step += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await page.locator('main').getByRole('heading', { level: 1, name }).waitFor();
    await noDialog(page);
  },

  async 'K7: swatches are labelled radio buttons'({ page, visit }) {
    await visit(PRODUCTS.configurable);
    const groups = page.locator('main fieldset').filter({ has: page.locator('input[type="radio"]') });
    assert.ok((await groups.count()) >= 2);
    for (const group of await groups.all()) {
      const radios = group.getByRole('radio');
      const checked = group.locator('input:checked');
      for (const radio of await radios.all()) {
        const name = await radio.evaluate(
          (one) => /** @type {HTMLInputElement} */ (one).labels?.[0]?.textContent?.trim() ?? '',
        );
        assert.match(name, /^[^#]{2,}$/, 'a name in words');
      }
      await tabTo(page, checked);
      const before = await checked.inputValue();
      await page.keyboard.press('ArrowRight');
      await until('another is chosen', async () => (await checked.inputValue()) !== before);
      assert.ok(await hasFocus(checked), 'focus goes with the choice');
      // The price is spoken.
      await page.locator('main [aria-live="polite"]:not(.visually-hidden)').first().waitFor();
      await page.keyboard.press('ArrowLeft');
      await until('the first is chosen again', async () => (await checked.inputValue()) === before);
    }
  },

  async 'K8: the gallery works by buttons and keyboard, including zoom'({ page, visit, t }) {
    await visit(PRODUCTS.configurable);
    const current = page.locator('main button[aria-current="true"]');
    const first = await current.getAttribute('aria-label');
    const next = page.getByRole('button', { name: t('Next picture'), exact: true });
    await tabTo(page, next);
    await page.keyboard.press('Enter');
    await until('the next picture is current', async () => (await current.getAttribute('aria-label')) !== first);
    const zoom = page.getByRole('button', { name: t('Enlarge picture') });
    await tabTo(page, zoom);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open] img').waitFor();
    await page.keyboard.press('Escape');
    await noDialog(page);
    await until('focus is back', () => hasFocus(zoom));
    // Thumbnails are buttons too.
    const thumb = page.locator('main button[aria-label]:has(img)').first();
    await tabTo(page, thumb);
    await page.keyboard.press('Enter');
    await until('the first picture is current', async () => (await current.getAttribute('aria-label')) === first);
  },

  async 'K9: cart changes are announced'({ page, visit, t }) {
    await visit(PRODUCTS.simple);
    await tabTo(
      page,
      page
        .locator('main')
        .getByRole('button', { name: t('Add to bag'), exact: true })
        .first(),
    );
    await page.keyboard.press('Enter');
    await until('the addition is announced', async () => {
      const said = await page.locator('dialog[open] [role="status"]').allInnerTexts();
      return said.some((text) => text.includes(t('cart.added')));
    });
    const bag = page.locator('header a[aria-haspopup="dialog"]');
    await until('the count is in the name of the bag', async () =>
      /1/.test((await bag.getAttribute('aria-label')) ?? ''),
    );
  },

  async 'K9: invalid quantities are announced and clamped'({ page, visit, t }) {
    await visit(PRODUCTS.simple);
    const quantity = page.locator('main input[inputmode="numeric"]').first();
    await tabTo(page, quantity);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    const alert = page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: t('cart.qty_below_one') });
    await alert.waitFor();
    assert.equal(await quantity.inputValue(), '1');
    assert.equal(await quantity.getAttribute('aria-invalid'), 'true');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('9999');
    await page.keyboard.press('Enter');
    await page
      .locator('main')
      .getByRole('alert')
      .filter({ hasText: t('cart.qty_maximum') })
      .waitFor();
  },

  async 'U17: Back undoes filter and sorting'({ page, visit, t }) {
    await visit('/c/bedding');
    const count = page.locator('main article');
    const all = await count.count();
    await page.locator('#list-sort').selectOption('price_desc');
    await page.waitForURL(/sort=price_desc/);
    await openDialog(
      /** @type {any} */ ({ page, press: (/** @type {any} */ target) => target.click() }),
      page.locator('main').getByRole('button', { name: t('Filter'), exact: true }),
    );
    const box = page.locator('dialog[open] input[type="checkbox"]').first();
    await box.check();
    const apply = page.locator('dialog[open]').getByRole('button').last();
    await until('the button tells the number', async () => /\d/.test(await apply.innerText()));
    const number = Number(/\d+/.exec(await apply.innerText())?.[0]);
    // A slow device: the drawer's own step back comes late.
    await page.evaluate(() => {
      const go = history.go.bind(history);
      history.go = (by) => {
        setTimeout(() => {
          go(by);
          document.documentElement.dataset.stepped = 'true';
        }, 300);
      };
      history.back = () => history.go(-1);
    });
    await apply.click();
    await page.locator('html[data-stepped]').waitFor();
    await until("the drawer's entry is left", () => page.evaluate(() => !history.state.overlay));
    await page.waitForURL(/sort=price_desc.*f\.|f\..*sort=price_desc|[?&]f\./);
    await noDialog(page);
    await until('the list is the filtered one', async () => (await count.count()) === Math.min(number, 24));
    await until('the new number is announced', async () => {
      const said = await page.locator('[role="status"]').allInnerTexts();
      return said.some((text) => text.includes(String(number)));
    });
    await page.evaluate(() => history.back());
    await page.waitForURL((url) => !url.search.includes('f.') && url.search.includes('sort='));
    await until('all are there again', async () => (await count.count()) === all);
    await page.evaluate(() => history.back());
    await page.waitForURL((url) => url.search === '');
    await until(
      'the order is the first again',
      async () => (await page.locator('#list-sort').inputValue()) === 'position',
    );
  },

  async 'U25: a new page sets title and focus and is announced; Back restores the scroll position'({ page, visit }) {
    await visit('/c/bedding');
    const title = await page.title();
    const card = page.locator('main article a').nth(7);
    await card.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    assert.ok(scrolled > 100);
    const name = await card.innerText();
    await card.click();
    const heading = page.locator('main').getByRole('heading', { level: 1, name, exact: true });
    await heading.waitFor();
    await until('the heading has focus', () => hasFocus(heading));
    await until('the title is another', async () => (await page.title()) !== title);
    const now = await page.title();
    await until('the title is announced', async () => {
      const said = await page.locator('[role="status"]').allInnerTexts();
      return said.some((text) => text.includes(now));
    });
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    await page.evaluate(() => history.back());
    await until('the list is where it was left', () =>
      page.evaluate((at) => Math.abs(window.scrollY - at) < 2, scrolled),
    );
    await until('the title is back', async () => (await page.title()) === title);
  },

  async 'K4: emptying the cart is confirmed, with focus on Cancel'(visitor) {
    const { page, visit, t } = visitor;
    await fillCart(visitor);
    await visit('/cart');
    const rows = page.locator('main input[inputmode="numeric"]');
    assert.equal(await rows.count(), 2);
    const all = page.locator('main button[aria-haspopup="dialog"]').filter({ hasText: t('Remove all') });
    await tabTo(page, all);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('alertdialog');
    await dialog.waitFor();
    const cancel = dialog.getByRole('button', { name: t('Cancel'), exact: true });
    await until('focus starts on Cancel', () => hasFocus(cancel));
    await page.keyboard.press('Enter');
    await noDialog(page);
    await until('focus is back', () => hasFocus(all));
    assert.equal(await rows.count(), 2);
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await tabTo(page, dialog.getByRole('button', { name: t('Remove all'), exact: true }));
    await page.keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name: asHeading(t('cart.empty')), exact: true });
    await heading.waitFor();
    await until('the heading has focus', () => hasFocus(heading));
  },

  async 'nothing selected is told before anything is removed'(visitor) {
    const { page, visit, t } = visitor;
    await fillCart(visitor);
    await visit('/cart');
    await tabTo(page, page.getByRole('button', { name: t('Remove selected'), exact: true }));
    await page.keyboard.press('Enter');
    await page
      .getByRole('alert')
      .filter({ hasText: t('cart.select_before_delete') })
      .waitFor();
  },
};

test('client-side navigation does not wait for animation frames', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    await page.addInitScript(() => {
      const outcomes = /** @type {string[]} */ ([]);
      Object.assign(window, { outcomes });
      const start = document.startViewTransition?.bind(document);
      if (!start) return;
      document.startViewTransition = (...args) => {
        const transition = start(...args);
        transition.ready.then(
          () => outcomes.push('shown'),
          (error) => outcomes.push(error.name),
        );
        return transition;
      };
    });
    await visit('/c/bedding');
    await laterReady(page);
    const card = page.locator('main article a').first();
    const name = await card.innerText();
    await card.click();
    await page.locator('main').getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const outcomes = await until('the change is shown', () =>
      page.evaluate(() => {
        const { outcomes: told } = /** @type {any} */ (window);
        return told.length > 0 || !document.startViewTransition ? told : null;
      }),
    );
    // Animation frames are blocked until the new page is shown: waiting for one would hang.
    assert.deepEqual(
      outcomes.filter((/** @type {string} */ one) => one !== 'shown'),
      [],
    );
  }));

for (const [name, check] of Object.entries(rules)) {
  test(name, () => withVisitor(shop, { lang: 'en' }, check));
}

test('K4: the mobile menu is a dialog', () =>
  withVisitor(shop, { lang: 'fr', width: 375 }, async ({ page, visit, t }) => {
    await visit('/help/returns');
    const burger = page.getByRole('button', { name: t('Menu'), exact: true });
    await tabTo(page, burger);
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor();
    await until('focus is in the menu', () => focusIsIn(page, 'dialog[open]'));
    await page.keyboard.press('Escape');
    await noDialog(page);
    await until('focus is back', () => hasFocus(burger));
  }));

for (const name of [
  'home',
  'category',
  'product configurable',
  'cart',
  'checkout',
  'result, bank transfer',
  'search results',
]) {
  for (const width of [1280, 375]) {
    test(`K2, K3: ${name} at ${width} px: every tab stop is visible, in visual order`, () =>
      withVisitor(shop, { lang: 'de', width }, async (visitor) => {
        await screen(name).open(visitor);
        const { page } = visitor;
        // Visual order must equal tab order.
        const turned = await page.evaluate(() =>
          [...document.querySelectorAll('*')]
            .filter((one) => {
              const { order, flexDirection, gridAutoFlow, display } = getComputedStyle(one);
              const isTurned =
                order !== '0' ||
                (display.includes('flex') && flexDirection.endsWith('reverse')) ||
                gridAutoFlow.includes('dense');
              const isWalked =
                one.matches('a, button, input, select, summary') ||
                one.querySelector('a, button, input, select, summary');
              return (isTurned && isWalked) || Number(one.getAttribute('tabindex')) > 0;
            })
            .map((one) => `${one.localName}.${one.className}`),
        );
        assert.deepEqual(turned, []);
        const stops = await walk(page);
        assert.ok(stops.length > 10, `${stops.length} stops`);
      }));
  }
}
