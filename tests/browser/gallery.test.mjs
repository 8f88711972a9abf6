/** Product gallery: image formats, zoom by hover, keys, wheel and pinch, and the chosen variant's pictures. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laterReady, withVisitor } from './support/browser.mjs';
import { openDialog, PRODUCTS } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop();

/** Scale of the enlarged picture. @param {import('playwright-core').Page} page */
const scale = (page) =>
  page.locator('dialog[open] picture img').evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).a);

/** Index of the marked thumbnail. @param {import('playwright-core').Page} page */
const marked = (page) =>
  page
    .locator('main section li > button:has(picture)')
    .evaluateAll((all) => all.findIndex((one) => one.getAttribute('aria-current') === 'true'));

test('the lightest format is fetched once, in place of the preview', () =>
  withVisitor(shop, { own: true }, async ({ page, visit }) => {
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await visit(PRODUCTS.simple);
    const first = page.locator('main li picture img').first();
    const { src, preview } = await first.evaluate((/** @type {HTMLImageElement} */ image) => ({
      src: image.currentSrc,
      preview: image.closest('picture')?.previousElementSibling?.getAttribute('src') ?? '',
    }));
    assert.match(src, /\.avif$/);
    assert.match(preview, /^data:image\/webp;base64,/);
    assert.equal(asked.filter((url) => url === src).length, 1, 'the picture asked for ahead is the one that is shown');
  }));

test('without scripts picture and preview are shown', () =>
  withVisitor(shop, { js: false }, async ({ page, visit }) => {
    await visit(PRODUCTS.simple);
    const { width, hidden } = await page
      .locator('main li picture img')
      .first()
      .evaluate(async (/** @type {HTMLImageElement} */ image) => {
        await image.decode();
        const { left, top, width: wide, height } = image.getBoundingClientRect();
        return {
          width: image.naturalWidth,
          hidden: document.elementFromPoint(left + wide / 2, top + Math.min(height, innerHeight - top) / 2) !== image,
        };
      });
    assert.ok(width > 0);
    assert.ok(!hidden, 'the picture lies over its preview');
  }));

test('hover zooms', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit(PRODUCTS.simple);
    const image = page.locator('main li picture img').first();
    await image.hover();
    // The code is loaded on first hover.
    await until('the picture has grown', async () => {
      await image.hover({ position: { x: 40, y: 60 } });
      return (await image.evaluate((one) => getComputedStyle(one).scale)) === '2';
    });
    await page.mouse.move(2, 2);
    await until('the picture is itself again', () => image.evaluate((one) => getComputedStyle(one).scale === 'none'));
  }));

test('keys change the picture, zoom and pan', () =>
  withVisitor(shop, {}, async (visitor) => {
    const { page, t, visit } = visitor;
    await visit(PRODUCTS.simple);
    await page.locator('main section ul[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await until('the second is shown', async () => (await marked(page)) === 1);
    const thumbs = page.locator('main section li > button:has(picture)');
    const last = (await thumbs.count()) - 1;
    assert.ok(last > 1);
    await page.keyboard.press('End');
    await until('the last is shown', async () => (await marked(page)) === last);
    await page.keyboard.press('Home');
    await until('the first is shown', async () => (await marked(page)) === 0);
    await page.keyboard.press('ArrowRight');
    await until('the second is shown', async () => (await marked(page)) === 1);
    const isLeft = await page.locator('main section ul[tabindex="0"]').evaluate((row) => {
      const back = { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true };
      return row.dispatchEvent(new KeyboardEvent('keydown', back));
    });
    assert.ok(isLeft, 'the way back is the browser’s');
    await openDialog(visitor, page.getByRole('button', { name: t('Enlarge picture') }));
    const rolling = await page
      .locator('dialog[open]')
      .evaluate((dialog) =>
        [...dialog.querySelectorAll('*')]
          .filter((part) => getComputedStyle(part).overflowY === 'auto' && part.scrollHeight > part.clientHeight)
          .map((part) => part.className),
      );
    assert.deepEqual(rolling, [], 'all of it is in view');
    const status = page.locator('dialog[open] [role="status"] [aria-hidden]');
    assert.match(await status.innerText(), /^2 \//);
    // In the key event's own task, before the next paint.
    const atOnce = await page.locator('dialog[open] picture img').evaluate(async (image) => {
      image.dispatchEvent(new KeyboardEvent('keydown', { key: '+', bubbles: true }));
      await Promise.resolve();
      return new DOMMatrix(getComputedStyle(image).transform).a;
    });
    assert.equal(atOnce, 1.5, 'the picture follows the key before the next frame');
    await page.keyboard.press('ArrowRight');
    await until('the arrow moves about in the picture', () =>
      page
        .locator('dialog[open] picture img')
        .evaluate((image) => new DOMMatrix(getComputedStyle(image).transform).e < 0),
    );
    assert.match(await status.innerText(), /^2 \//);
    await page.keyboard.press('0');
    await until('it is whole', async () => (await scale(page)) === 1);
    await page.keyboard.press('ArrowLeft');
    await until('the first is shown', async () => /^1 \//.test(await status.innerText()));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await until('the gallery shows it too', async () => (await marked(page)) === 0);
  }));

test('touch pinches and swipes', () =>
  withVisitor(shop, { width: 375 }, async (visitor) => {
    const { page, context, t, visit } = visitor;
    await visit(PRODUCTS.simple);
    await page.locator('main section ul[tabindex="0"]').evaluate((row) => row.scrollTo({ left: row.clientWidth }));
    await until('the row tells the thumbnails', async () => (await marked(page)) === 1);
    await openDialog(visitor, page.getByRole('button', { name: t('Enlarge picture') }));
    const session = await context.newCDPSession(page);
    /** @param {string} type @param {[number, number][]} points */
    const touch = (type, points) =>
      session.send('Input.dispatchTouchEvent', {
        type: /** @type {'touchStart'} */ (type),
        touchPoints: points.map(([x, y], id) => ({ x, y, id })),
      });
    const status = page.locator('dialog[open] [role="status"] [aria-hidden]');
    await touch('touchStart', [[300, 300]]);
    await touch('touchMove', [[200, 302]]);
    await touch('touchMove', [[100, 304]]);
    await touch('touchEnd', []);
    await until('the next picture is shown', async () => !/^2 \//.test(await status.innerText()));
    await touch('touchStart', [
      [170, 300],
      [200, 300],
    ]);
    await touch('touchMove', [
      [140, 300],
      [230, 300],
    ]);
    await touch('touchMove', [
      [100, 300],
      [270, 300],
    ]);
    await touch('touchEnd', []);
    await until('it is larger', async () => (await scale(page)) > 2);
  }));

test('another variant shows its pictures', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit(PRODUCTS.configurable);
    const row = page.locator('main section ul[tabindex="0"] picture img');
    const sources = () => row.evaluateAll((all) => all.map((image) => /** @type {HTMLImageElement} */ (image).src));
    const before = await sources();
    const choices = page.locator('main input[name="options.base_colour"]:not(:checked)');
    await choices.last().check({ force: true });
    await until('no picture is what it was', async () => (await sources()).every((src) => !before.includes(src)));
    assert.equal((await sources()).length, before.length);
    assert.equal(await marked(page), 0, 'the first is on show');
    // The position in the gallery is kept.
    await page.locator('main section ul[tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    await until('the second is shown', async () => (await marked(page)) === 1);
    const second = (await sources())[1];
    await page.locator('#option-leg').selectOption('square_dark_wood');
    await until('its picture is another', async () => (await sources())[1] !== second);
    assert.equal(await marked(page), 1);
    await until('the row stands there too', () =>
      page
        .locator('main section ul[tabindex="0"]')
        .evaluate((one) => Math.round(one.scrollLeft / one.clientWidth) === 1),
    );
  }));

test('card and page share the picture in the view transition', () =>
  withVisitor(shop, { own: true }, async ({ page, visit }) => {
    await visit('/c/bedding');
    await laterReady(page);
    await page.evaluate(() => {
      const begin = document.startViewTransition.bind(document);
      Object.assign(window, { named: [] });
      document.startViewTransition = (/** @type {any} */ change) => {
        const named = [...document.querySelectorAll('*')].filter(
          (one) => getComputedStyle(one).viewTransitionName === 'product-picture',
        );
        /** @type {any} */ (window).named.push(named.length);
        return begin(change);
      };
    });
    // The URL changes first: going back before the page has followed is a no-op.
    const taken = () => page.evaluate(() => /** @type {any} */ (window).named.length);
    await page.locator('main article a').first().click();
    await until('the product is shown', async () => (await taken()) === 1);
    assert.match(page.url(), /\/p\//);
    await page.goBack();
    await until('the list is shown', async () => (await taken()) === 2);
    assert.match(page.url(), /\/c\//);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).named), [1, 1]);
  }));

test('a slow view transition does not delay the next page', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/c/bedding');
    await laterReady(page);
    await page.evaluate(() => {
      // Only a modified key changes the page.
      document.startViewTransition = (/** @type {any} */ change) =>
        /** @type {any} */ ({
          skipTransition: () => void change(),
          ready: new Promise(() => {}),
          finished: new Promise(() => {}),
        });
    });
    await page.locator('main article a').first().click();
    await page.locator('main section ul[tabindex="0"]').waitFor();
  }));
