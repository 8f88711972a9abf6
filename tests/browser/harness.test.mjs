/** The tests' own instruments notice what they are for. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { tab } from './support/hands.mjs';
import { lostPictures, misfits, readThrough, watchShifts } from './support/measure.mjs';
import { stage } from './support/stage.mjs';
import { until } from './support/until.mjs';

const shop = await stage();

/**
 * @param {import('playwright-core').Page} page
 * @param {string} rules
 */
const dress = (page, rules) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, rules);

/** @param {import('playwright-core').Page} page */
const walk = async (page) => {
  for (let stop = 0; stop < 5; stop += 1) await tab(page);
};

test('the guard tells messages, errors, refused scripts and styles, and answers that nobody expected', async () => {
  const told = withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    /** @type {string[]} */
    const seen = [];
    page.on('console', (message) => seen.push(message.text()));
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = '1';
      document.body.append(script);
      document.body.setAttribute('style', 'color: red');
      setTimeout(() => {
        throw new Error('thrown in the page');
      });
      console.warn('a warning');
      return fetch('/media/no-such-picture.png');
    });
    await until('all is told', () => seen.length >= 5);
  });
  await assert.rejects(told, ({ cause }) => {
    for (const wanted of [/script-src/, /style-src/, /thrown in the page/, /console warning: a warning/, /answer 404/]) {
      assert.match(cause.message, wanted);
    }
    return true;
  });
});

test('a stop without a ring, and one that is covered, are told', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    await dress(page, '*, *::before, *::after { outline: none !important }');
    await assert.rejects(walk(page), /no focus ring/);
    await visit('/help/returns');
    await dress(page, 'body::after { content: ""; position: fixed; inset: 0; z-index: 9999 }');
    await assert.rejects(walk(page), /covered/);
  }));

test('axe finds a button without a name and a faint text', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('button')));
    await dress(page, 'main p { color: #ddd !important }');
    const found = (await violations(page)).join('\n');
    assert.match(found, /button-name/);
    assert.match(found, /color-contrast/);
  }));

test('what moves and what is lost is told', () =>
  withVisitor(shop, { expected: [/no-such-picture/] }, async ({ page, visit }) => {
    await page.addInitScript(watchShifts);
    await visit('/help/returns');
    await page.evaluate(readThrough);
    await page.evaluate(() => {
      const picture = document.createElement('img');
      picture.loading = 'lazy';
      picture.src = '/media/no-such-picture.png';
      document.querySelector('main')?.append(picture);
      const box = document.createElement('div');
      box.style.height = '300px';
      document.querySelector('main')?.prepend(box);
    });
    await page.evaluate(readThrough);
    const { sum } = await page.evaluate(() => /** @type {any} */ (window).shifts);
    assert.ok(sum > 0.02, String(sum));
    const lost = await page.evaluate(lostPictures);
    assert.deepEqual(
      lost.map((url) => new URL(url).pathname),
      ['/media/no-such-picture.png'],
    );
  }));

test('what does not fit is told', () =>
  withVisitor(shop, { width: 320 }, async ({ page, visit }) => {
    await visit('/help/returns');
    await dress(page, 'main h1 { white-space: nowrap; font-size: 120px !important }');
    assert.match((await page.evaluate(misfits)).join('\n'), /scrolls sideways/);
    await visit('/c/bedding');
    await dress(page, 'main button { overflow: hidden; height: 8px !important; min-height: 0 !important }');
    assert.match((await page.evaluate(misfits)).join('\n'), /words are cut off/);
  }));
