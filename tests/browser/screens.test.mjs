/**
 * Every screen, opened wide and narrow, and every route in every language: axe-core's rules, images and layout shifts at that width,
 * then no overflow at others, down to 320 pixels (K10). `support/coverage.mjs` selects languages and widths; EVERY=1 runs all
 * of them.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection, widthsOf } from './support/coverage.mjs';
import { instabilities, overflows } from './support/measure.mjs';
import { raiseStock, screens } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const { EVERY } = process.env;

const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
await raiseStock(shop);

const COMPUTER = [1280, 768, 1920];
/** The narrowest equals a page at 400 % zoom. */
const PHONE = [375, 320];
const WIDTHS = [...COMPUTER, ...PHONE];
/** Different content or entry on phones: what was opened on one is not what the other shows. */
const TWOFOLD = ['home', 'menu open', 'search dialog open', 'filters open'];

/** The widths that a screen can show after it was opened at one of them. @param {string} name @param {number} first */
function widthsFrom(name, first) {
  if (!TWOFOLD.includes(name)) return WIDTHS;
  return PHONE.includes(first) ? PHONE : COMPUTER;
}

/**
 * Overflow with text twice as large on a phone, as a sheet of the reader's makes it: media queries do not follow that, unlike the
 * browser's own setting (`layout.test.mjs`).
 * @param {import('playwright-core').Page} page
 */
async function enlarged(page) {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets.push(sheet);
  });
  const found = [];
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 812 });
    await animationsFinished(page);
    // Words as long as a line are hyphenated.
    const faults = (await page.evaluate(overflows)).filter((fault) => !/ is broken: /.test(fault));
    found.push(...faults.map((fault) => `${width} px, text twice as large: ${fault}`));
  }
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  return found;
}

/** @returns {import('./support/coverage.mjs').Run[]} */
const all = () =>
  LANGS.flatMap((lang) =>
    [1280, 375, 768, 1920].flatMap((width) => screens.map((screen) => ({ screen, route: '', lang, width }))),
  );

for (const run of EVERY ? all() : selection(screens)) {
  const { screen, lang, width: first, isAgain = false } = run;
  test(`K10: ${screen.name}, ${lang}, ${first} px`, () =>
    withVisitor(shop, { lang, width: first }, async (visitor) => {
      const { page } = visitor;
      await screen.open(visitor);
      assert.deepEqual(await violations(page, isAgain), []);
      if (screen.isAlike && !EVERY) return;
      const found = isAgain ? [] : await instabilities(page, screen.overlay);
      for (const width of widthsOf(run, widthsFrom(screen.name, first))) {
        await page.setViewportSize({ width, height: width < 600 ? 812 : 900 });
        await animationsFinished(page);
        found.push(...(await page.evaluate(overflows)).map((fault) => `${width} px: ${fault}`));
      }
      if (PHONE.includes(first) && !isAgain) found.push(...(await enlarged(page)));
      assert.deepEqual(found, []);
    }));
}
