/** The interface in a pseudo-locale: accented, longer than German, in brackets (I7). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { animationsFinished } from './support/axe.mjs';
import { laterReady, withVisitor } from './support/browser.mjs';
import { overflows } from './support/measure.mjs';
import { applyPseudoLocale, untranslated } from './support/pseudo.mjs';
import { fillCart, NO_RESULTS, PRODUCTS } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const shop = await setupShop();

/** @type {[name: string, path: string, before?: (visitor: import('./support/browser.mjs').Visitor) => Promise<void>][]} */
const PAGES = [
  ['home', ''],
  ['category', '/c/bedding'],
  ['category filtered to nothing', NO_RESULTS],
  ['product simple', PRODUCTS.simple],
  ['product configurable', PRODUCTS.configurable],
  ['product with hazard block', PRODUCTS.hazard],
  ['search results', '/search?q=lac'],
  ['cart empty', '/cart'],
  ['cart', '/cart', fillCart],
  ['checkout', '/checkout', fillCart],
  ['help, accessibility', '/help/accessibility'],
  ['login', '/login'],
  ['register', '/register'],
  ['forgotten password', '/forgetpwd'],
  ['contact', '/contact-us'],
  ['withdraw', '/withdraw'],
];

for (const [name, path, before] of PAGES) {
  test(`${name}: no hard-coded text, no overflow`, () =>
    withVisitor(shop, { lang: 'en', own: true, phone: false }, async (visitor) => {
      const { page, visit } = visitor;
      await before?.(visitor);
      await applyPseudoLocale(page);
      await visit(path);
      await page.locator('main').getByText('⟦').first().waitFor();
      await laterReady(page);
      /** @type {string[]} */
      const found = [];
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await animationsFinished(page);
        // Such long words wrap where real ones would not.
        const faults = (await page.evaluate(overflows)).filter((fault) => !fault.includes('is torn apart'));
        found.push(...faults.map((fault) => `${width} px: ${fault}`));
        found.push(...(await page.evaluate(untranslated)).map((fault) => `${width} px: in no catalogue: ${fault}`));
      }
      // Ends pending requests.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      assert.deepEqual([...new Set(found)], []);
    }));
}

test('hard-coded text is detected', () =>
  withVisitor(shop, { lang: 'en' }, async ({ page, visit }) => {
    await visit('/help/returns');
    const found = await page.evaluate(untranslated);
    assert.ok(found.length > 20 && found.some((text) => text.includes('Cookie settings')), found.join('\n'));
  }));
