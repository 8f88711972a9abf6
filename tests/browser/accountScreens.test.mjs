/**
 * Every screen of an account in every state that has a look of its own: no violation of axe-core's rules, and nothing that does
 * not fit, down to 320 pixels (K10). Which languages and widths each is seen in is chosen in `support/coverage.mjs`.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountScreens } from './support/accountScreens.mjs';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection } from './support/coverage.mjs';
import { misfits } from './support/measure.mjs';
import { stage } from './support/stage.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);

const shop = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__CAPTCHA__PROVIDER: 'none' });
/** With the captcha that shoppers meet. */
const guarded = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

for (const { screen, lang, width } of selection(accountScreens)) {
  test(`${screen.name}, ${lang}, ${width} px`, () =>
    withVisitor(screen.guarded ? guarded : shop, { lang, width, calm: true }, async (visitor) => {
      const { page } = visitor;
      await screen.open(visitor);
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.locator('h1').count(), 1);
      assert.deepEqual(await page.evaluate(misfits), []);
      if (width !== 375) return;
      await page.setViewportSize({ width: 320, height: 700 });
      assert.deepEqual(await page.evaluate(misfits), [], 'at 320 px');
    }));
}
