/**
 * Every screen of an account in every state that has a look of its own: no violation of axe-core's rules, no picture missing,
 * nothing that moves by itself, and nothing that does not fit, down to 320 pixels (K10). In which languages each is opened, and how
 * wide, is chosen in `support/coverage.mjs`; with EVERY=1 it is all of them in all.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountScreens } from './support/accountScreens.mjs';
import { settled, violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection } from './support/coverage.mjs';
import { misfits, unsteady } from './support/measure.mjs';
import { stockUp } from './support/screens.mjs';
import { stage } from './support/stage.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [1280, 768, 1920, 375];

const shop = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS), SHOP__CAPTCHA__PROVIDER: 'none' });
/** With the captcha that shoppers meet. */
const guarded = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS) });
await stockUp(shop);

const all = () =>
  LANGS.flatMap((lang) => WIDTHS.flatMap((width) => accountScreens.map((screen) => ({ screen, lang, width }))));

for (const { screen, lang, width } of process.env.EVERY ? all() : selection(accountScreens)) {
  test(`${screen.name}, ${lang}, ${width} px`, () =>
    withVisitor(screen.guarded ? guarded : shop, { lang, width, calm: true }, async (visitor) => {
      const { page } = visitor;
      await screen.open(visitor);
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.locator('h1').count(), 1);
      const found = await unsteady(page, screen.overlay);
      for (const other of [width, ...WIDTHS, 320]) {
        await page.setViewportSize({ width: other, height: other < 600 ? 812 : 900 });
        await settled(page);
        found.push(...(await page.evaluate(misfits)).map((fault) => `${other} px: ${fault}`));
      }
      assert.deepEqual([...new Set(found)], []);
    }));
}
