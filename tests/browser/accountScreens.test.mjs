/**
 * Every account screen in every state: axe rules, images, layout stability, and no overflow down to 320 pixels (K10).
 * `support/coverage.mjs` selects languages and widths; EVERY=1 runs all of them.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountScreens } from './support/accountScreens.mjs';
import { animationsFinished, violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection, widthsOf } from './support/coverage.mjs';
import { instabilities, overflows } from './support/measure.mjs';
import { raiseStock } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [1280, 768, 1920, 375];
/** The narrowest equals a page at 400 % zoom. */
const ALL_WIDTHS = [...WIDTHS, 320];
const { EVERY } = process.env;

const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__CAPTCHA__PROVIDER: 'none' });
/** With the production captcha. */
const guarded = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
await raiseStock(shop);

/** @returns {import('./support/coverage.mjs').Run[]} */
const all = () =>
  LANGS.flatMap((lang) =>
    WIDTHS.flatMap((width) => accountScreens.map((screen) => ({ screen, route: '', lang, width }))),
  );

for (const run of EVERY ? all() : selection(accountScreens)) {
  const { screen, lang, width, isAgain = false } = run;
  test(`${screen.name}, ${lang}, ${width} px`, () =>
    withVisitor(screen.guarded ? guarded : shop, { lang, width, calm: true }, async (visitor) => {
      const { page } = visitor;
      await screen.open(visitor);
      assert.deepEqual(await violations(page, isAgain), []);
      assert.equal(await page.locator('h1').count(), 1);
      const found = isAgain ? [] : await instabilities(page, screen.overlay);
      for (const other of widthsOf(run, ALL_WIDTHS)) {
        await page.setViewportSize({ width: other, height: other < 600 ? 812 : 900 });
        await animationsFinished(page);
        found.push(...(await page.evaluate(overflows)).map((fault) => `${other} px: ${fault}`));
      }
      assert.deepEqual([...new Set(found)], []);
    }));
}
