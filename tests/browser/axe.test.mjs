/**
 * axe-core rules on every screen, wide and narrow, and every route in every language, as selected by
 * `support/coverage.mjs`. `npm run tour` runs all combinations.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection } from './support/coverage.mjs';
import { screens } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);

const shop = await setupShop({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

for (const { screen, lang, width } of selection(screens)) {
  test(`${screen.name}, ${lang}, ${width} px`, () =>
    withVisitor(shop, { lang, width }, async (visitor) => {
      await screen.open(visitor);
      assert.deepEqual(await violations(visitor.page), []);
    }));
}
