/** The interface in a language that does not exist yet: longer than German, with accents, and between brackets (I7). */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settled } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { misfits } from './support/measure.mjs';
import { pretend, unbracketed } from './support/pseudo.mjs';
import { fillBag, NO_FIT, PRODUCTS } from './support/screens.mjs';
import { stage } from './support/stage.mjs';

const shop = await stage();

/** @type {[name: string, path: string, before?: (visitor: import('./support/browser.mjs').Visitor) => Promise<void>][]} */
const PAGES = [
  ['home', ''],
  ['category', '/c/bedding'],
  ['category filtered to nothing', NO_FIT],
  ['product simple', PRODUCTS.simple],
  ['product configurable', PRODUCTS.configurable],
  ['product with hazard block', PRODUCTS.hazard],
  ['search results', '/search?q=lac'],
  ['cart empty', '/cart'],
  ['cart', '/cart', fillBag],
  ['checkout', '/checkout', fillBag],
  ['help, accessibility', '/help/accessibility'],
  ['login', '/login'],
  ['register', '/register'],
  ['forgotten password', '/forgetpwd'],
  ['contact', '/contact-us'],
  ['withdraw', '/withdraw'],
];

for (const [name, path, before] of PAGES) {
  test(`${name}: nothing in the code alone, nothing that is cut off`, () =>
    withVisitor(shop, { lang: 'en', own: true, phone: false }, async (visitor) => {
      const { page, visit } = visitor;
      await before?.(visitor);
      await pretend(page);
      await visit(path);
      await page.locator('main').getByText('⟦').first().waitFor();
      /** @type {string[]} */
      const found = [];
      for (const width of [1280, 375, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        // Words of such length are divided where no word of a real language would be.
        const faults = (await page.evaluate(misfits)).filter((fault) => !fault.includes('is torn apart'));
        found.push(...faults.map((fault) => `${width} px: ${fault}`));
        found.push(...(await page.evaluate(unbracketed)).map((fault) => `${width} px: in no catalogue: ${fault}`));
      }
      // What is still under way is nobody's any more.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      assert.deepEqual([...new Set(found)], []);
    }));
}

test('what is in the code alone would be found', () =>
  withVisitor(shop, { lang: 'en' }, async ({ page, visit }) => {
    await visit('/help/returns');
    const found = await page.evaluate(unbracketed);
    assert.ok(found.length > 20 && found.some((text) => text.includes('Cookie settings')), found.join('\n'));
  }));
