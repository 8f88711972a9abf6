/**
 * The layout of the most different screens: text up to 200 %, more space in it, reduced motion. `screens.test.mjs` has every screen
 * at every width.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animationsFinished } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { isTurnOf } from './support/coverage.mjs';
import { overflows } from './support/measure.mjs';
import { raiseStock, screen } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { until } from './support/until.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
/** Its ranges of delivery dates cross two months, the longest that a cart shows: "30 de septiembre – 4 de octubre". */
const endOfSeptember = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
await endOfSeptember.setClock('2027-09-27T08:00:00Z');
await Promise.all([shop, endOfSeptember].map(raiseStock));

/** Screens with the most different layouts. */
const KINDS = [
  'home',
  'category',
  'product configurable',
  'search results',
  'cart',
  'checkout',
  'result, bank transfer',
];

for (const [at, lang] of LANGS.entries()) {
  test(`K10: ${lang}: text at 200 %`, async (suite) => {
    // Each language tests every third screen; German, the longest, all of them.
    const chosen = KINDS.filter((_, index) => lang === 'de' || index % 3 === at % 3);
    for (const name of chosen) {
      await suite.test(name, () =>
        withVisitor(shop, { lang, own: true }, async (visitor) => {
          await screen(name).open(visitor);
          const { page } = visitor;
          const sizes = () =>
            page
              .locator('main p, main h1, main button, main a')
              .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
          const before = await sizes();
          await enlarge(visitor);
          const after = await sizes();
          for (const [index, size] of before.entries()) {
            assert.ok((after[index] ?? 0) > size * 1.3, `text of ${size} px grows to ${after[index]} px only`);
          }
          assert.deepEqual(await page.evaluate(overflows), []);
        }),
      );
    }
  });
}

/**
 * The browser's font size setting, which media queries follow.
 * @param {import('./support/browser.mjs').Visitor} visitor
 * @param {number} [fontSize] px
 */
async function enlarge({ page, context }, fontSize = 32) {
  const session = await context.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: fontSize, fixed: Math.round(fontSize * 0.8125) } });
  await until('the text has the size', () =>
    page.evaluate((size) => getComputedStyle(document.documentElement).fontSize === size, `${fontSize}px`),
  );
  await animationsFinished(page);
}

/** Widths and font sizes in px: up to 200 %, and on both sides of breakpoints. */
const FONT_SIZES = [
  [256, 16],
  [320, 18],
  [360, 21],
  [375, 20],
  [375, 22],
  [412, 24],
  [375, 24],
  [375, 32],
];
/** A name of one long German word. */
const LONG_NAME = 'TOW-GAN';

test('K10: text up to 200 % on a phone', async (suite) => {
  // The home page has another variant on narrow desktop windows.
  const seen = [...KINDS.map((name) => ({ name, phone: true })), { name: 'home', phone: false }];
  for (const lang of LANGS) {
    for (const [at, { name, phone }] of seen.entries()) {
      if (!isTurnOf(lang, at)) continue;
      await suite.test(`${lang}: ${name}${phone ? '' : ', on a computer'}`, () =>
        withVisitor(
          name === 'cart' ? endOfSeptember : shop,
          { lang, width: 375, phone, own: true },
          async (visitor) => {
            const { page, calls } = visitor;
            await calls.add(LONG_NAME);
            await screen(name).open(visitor);
            const found = [];
            for (const [width = 0, fontSize] of FONT_SIZES) {
              await page.setViewportSize({ width, height: 812 });
              await enlarge(visitor, fontSize);
              const faults = await page.evaluate(overflows);
              // Words as long as a line are hyphenated.
              const unexpected = faults.filter((fault) => !/ is broken: /.test(fault));
              found.push(...unexpected.map((fault) => `${width} px, text of ${fontSize} px: ${fault}`));
            }
            assert.deepEqual(found, []);
          },
        ),
      );
    }
  }
});

test('K10: WCAG 1.4.12 text spacing causes no overflow', async (suite) => {
  for (const name of KINDS) {
    await suite.test(name, () =>
      withVisitor(shop, { lang: 'de', width: 375 }, async (visitor) => {
        await screen(name).open(visitor);
        const { page } = visitor;
        await page.evaluate(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(
            '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
          );
          document.adoptedStyleSheets.push(sheet);
        });
        await animationsFinished(page);
        assert.deepEqual(await page.evaluate(overflows), []);
      }),
    );
  }
});

test('K11: reduced motion is respected', async (suite) => {
  for (const name of ['home', 'menu open', 'bag drawer open', 'search dialog open', 'picture enlarged']) {
    for (const width of [1280, 375]) {
      await suite.test(`${name}, ${width} px`, () =>
        withVisitor(shop, { width, calm: true }, async (visitor) => {
          await screen(name).open(visitor);
          const moving = await visitor.page.evaluate(() =>
            [...document.querySelectorAll('*')].flatMap((element) =>
              [null, '::before', '::after'].flatMap((part) => {
                const style = getComputedStyle(element, part);
                const seconds = (/** @type {string} */ list) => list.split(',').map(Number.parseFloat);
                const slowest = Math.max(...seconds(style.transitionDuration), ...seconds(style.animationDuration));
                return slowest > 0.1
                  ? [`${element.localName}.${element.getAttribute('class')}${part ?? ''}: ${slowest} s`]
                  : [];
              }),
            ),
          );
          assert.deepEqual([...new Set(moving)], []);
          const { scrollBehavior } = await visitor.page.evaluate(() => ({
            scrollBehavior: getComputedStyle(document.documentElement).scrollBehavior,
          }));
          assert.equal(scrollBehavior, 'auto');
        }),
      );
    }
  }
});
