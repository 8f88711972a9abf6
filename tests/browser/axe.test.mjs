/**
 * No violation of axe-core's rules on any screen. Every screen is seen wide and narrow, and the languages take turns so that
 * each meets every width many times; `npm run tour` sees all of them in all.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { screens } from './support/screens.mjs';
import { stage } from './support/stage.mjs';

const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [1280, 375];

const shop = await stage({ SHOP__LANGUAGES: JSON.stringify(LANGS) });

for (const [at, screen] of screens.entries()) {
  for (const [turn, width] of WIDTHS.entries()) {
    const lang = LANGS[(at + turn * 2) % LANGS.length];
    test(`${screen.name}, ${lang}, ${width} px`, () =>
      withVisitor(shop, { lang, width }, async (visitor) => {
        await screen.open(visitor);
        assert.deepEqual(await violations(visitor.page), []);
      }));
  }
}
