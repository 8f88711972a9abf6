/** Tests of the test tools: each detects what it is for. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { tab } from './support/inputModes.mjs';
import { instabilities, layoutShift, missingPictures, overflows } from './support/measure.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop();

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

test('the guard reports messages, errors, CSP violations and unexpected statuses', async () => {
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
    for (const wanted of [
      /script-src/,
      /style-src/,
      /thrown in the page/,
      /console warning: a warning/,
      /answer 404/,
    ]) {
      assert.match(cause.message, wanted);
    }
    return true;
  });
});

test('invisible and covered tab stops are reported', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    await dress(page, '*, *::before, *::after { outline: none !important }');
    await assert.rejects(walk(page), /no focus ring/);
    await visit('/help/returns');
    await dress(page, 'body::after { content: ""; position: fixed; inset: 0; z-index: 9999 }');
    await assert.rejects(walk(page), /covered/);
  }));

test('axe reports a button without a name and low contrast', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    await page.evaluate(() => document.querySelector('main')?.prepend(document.createElement('button')));
    await dress(page, 'main p { color: #ddd !important }');
    const found = (await violations(page)).join('\n');
    assert.match(found, /button-name/);
    assert.match(found, /color-contrast/);
  }));

test('layout shifts are reported', () =>
  withVisitor(shop, {}, async ({ page, visit }) => {
    await visit('/help/returns');
    const before = await page.evaluate(layoutShift);
    assert.ok(before.sum < 0.02, before.sources.join('\n'));
    await page.evaluate(() => {
      const box = document.createElement('div');
      box.style.height = '300px';
      document.querySelector('main')?.prepend(box);
    });
    const { sum, sources } = await page.evaluate(layoutShift);
    assert.ok(sum > 0.02, String(sum));
    assert.match(sources.join('\n'), /\d (div|section|article|p|h1|footer)\./);
    // Measurement starts anew on each page.
    await visit('/help/returns');
    assert.ok((await page.evaluate(layoutShift)).sum < 0.02);
  }));

test('shifts after input are not reported, unstable pages are', () =>
  withVisitor(shop, { expected: [/no-such-picture/] }, async ({ page, visit }) => {
    const push = () =>
      page.evaluate(() => {
        const box = document.createElement('img');
        box.src = '/media/no-such-picture.png';
        box.style.display = 'block';
        box.style.height = '300px';
        document.querySelector('main')?.prepend(box);
      });
    await visit('/help/returns');
    await push();
    const [lost, moved] = await instabilities(page);
    assert.match(lost ?? '', /no picture: .*no-such-picture/);
    assert.match(moved ?? '', /moved by 0\.\d/);
    await visit('/help/returns');
    await page.keyboard.press('Shift');
    await push();
    // A late font may have moved the page a little before the input.
    assert.ok((await page.evaluate(layoutShift)).sum < 0.02, 'it followed input');
    await visit('/help/returns');
    await page.evaluate(() => history.replaceState(null, '', '/en/help/privacy-statement'));
    await push();
    assert.ok((await page.evaluate(layoutShift)).sum < 0.02, 'another page has come');
    await visit('/help/returns');
    await page.evaluate(() => history.replaceState(null, '', '?from=letter'));
    await push();
    assert.ok((await page.evaluate(layoutShift)).sum > 0.02, 'it is the same page still');
  }));

test('a missing image below the fold is reported', () =>
  withVisitor(shop, { expected: [/no-such-picture/] }, async ({ page, visit }) => {
    await visit('/help/returns');
    await page.evaluate(() => {
      const picture = document.createElement('img');
      picture.loading = 'lazy';
      picture.src = '/media/no-such-picture.png';
      document.querySelector('main')?.append(picture);
    });
    const lost = await page.evaluate(missingPictures);
    assert.deepEqual(
      lost.map((url) => new URL(url).pathname),
      ['/media/no-such-picture.png'],
    );
  }));

test('a reused tab has no state', async () => {
  /** @param {Parameters<Parameters<typeof withVisitor>[2]>[0]} visitor */
  const left = async ({ page, context, visit }) => {
    await visit('/help/returns');
    return page.evaluate(
      async (cookies) => ({
        kept: sessionStorage.getItem('left') ?? localStorage.getItem('left'),
        cookies,
        width: window.innerWidth,
      }),
      (await context.cookies()).map(({ name }) => name).filter((name) => name === 'left'),
    );
  };
  const nothing = { kept: null, cookies: [], width: 1280 };
  await withVisitor(shop, {}, async (visitor) => {
    assert.deepEqual(await left(visitor), nothing);
    const { page } = visitor;
    await page.evaluate(() => {
      sessionStorage.setItem('left', '1');
      localStorage.setItem('left', '1');
      document.cookie = 'left=1; path=/';
      // Requests that end after the visit do not fail the next test.
      addEventListener('pagehide', () => console.error('gone'));
      setTimeout(() => console.error('late'), 1000);
    });
    await page.setViewportSize({ width: 700, height: 600 });
  });
  await withVisitor(shop, {}, async (visitor) => assert.deepEqual(await left(visitor), nothing));
});

test('overflow is reported', () =>
  withVisitor(shop, { width: 320 }, async ({ page, visit }) => {
    await visit('/help/returns');
    await dress(page, 'main h1 { white-space: nowrap; font-size: 120px !important }');
    assert.match((await page.evaluate(overflows)).join('\n'), /scrolls sideways/);
    await visit('/c/bedding');
    await dress(page, 'main button { overflow: hidden; height: 8px !important; min-height: 0 !important }');
    assert.match((await page.evaluate(overflows)).join('\n'), /words are cut off/);
    await visit('/help/returns');
    await dress(page, 'main p { width: 1.2em; overflow-wrap: anywhere }');
    assert.match((await page.evaluate(overflows)).join('\n'), /squeezed into a column/);
    await visit('/contact-us');
    assert.equal((await page.evaluate(overflows)).join('\n'), '');
    await dress(page, 'main label { width: 2.5em; overflow-wrap: anywhere }');
    assert.match((await page.evaluate(overflows)).join('\n'), /“\w+” is broken/);
  }));

test('a word broken at its hyphen is reported', () =>
  withVisitor(shop, { lang: 'fr', width: 320, own: true }, async ({ page, visit }) => {
    await visit('/payerror');
    /** @param {string} html */
    const told = async (html) => {
      await page.evaluate((words) => {
        const line = document.querySelector('main p');
        if (line instanceof HTMLElement) {
          line.innerHTML = words;
          line.style.setProperty('max-width', '4.4em');
          // Fills the line regardless of the page's style: a balanced line would not reach the hyphen.
          line.style.setProperty('text-wrap', 'wrap');
        }
      }, html);
      return (await page.evaluate(overflows)).some((fault) => fault.includes('torn apart'));
    };
    assert.equal(await told('votre e-mail'), true);
    assert.equal(await told('votre <span class="nowrap">e-mail</span>'), false);
  }));
