/**
 * No violation of axe-core's rules on any screen. Every screen is seen wide and narrow, and every route in every language;
 * which in which is chosen in `support/coverage.mjs`. `npm run tour` sees all of them in all.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { selection } from './support/coverage.mjs';
import { screens } from './support/screens.mjs';
import { stage } from './support/stage.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);

const shop = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

for (const { screen, lang, width } of selection(screens)) {
  test(`${screen.name}, ${lang}, ${width} px`, () =>
    withVisitor(shop, { lang, width }, async (visitor) => {
      await screen.open(visitor);
      assert.deepEqual(await violations(visitor.page), []);
    }));
}
