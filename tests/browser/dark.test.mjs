/**
 * The dark scheme: contrasts on every route of the shop and of an account; paper stays light. EVERY=1 opens every screen, SHOTS=<folder>
 * keeps pictures.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountScreens } from './support/accountScreens.mjs';
import { lowContrasts } from './support/axe.mjs';
import { withVisitor } from './support/browser.mjs';
import { LANGS, routeOf } from './support/coverage.mjs';
import { raiseStock, screens } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';

const { EVERY, SHOTS } = process.env;
const languages = { SHOP__LANGUAGES: JSON.stringify(LANGS) };
const shop = await setupShop({ ...languages, SHOP__CAPTCHA__PROVIDER: 'none' });
await raiseStock(shop);

/** Perceived lightness of the page's ground, 0 to 255. @param {import('playwright-core').Page} page */
const ground = (page) =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(
      Number,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });

// The page of the demonstration's payment provider is not the shop's.
const all = [...screens, ...accountScreens].filter(
  ({ name, guarded }) => !guarded && !name.startsWith('demonstration'),
);
/** The first of each route; EVERY=1 opens all. */
const firsts = new Map(all.toReversed().map((screen) => [routeOf(screen), screen]));
const chosen = EVERY ? all : [...firsts.values()].reverse();

for (const [at, screen] of chosen.entries()) {
  const width = at % 2 === 0 ? 375 : 1280;
  test(`${screen.name}, de, ${width} px, dark`, () =>
    withVisitor(shop, { lang: 'de', width, calm: true }, async (visitor) => {
      const { page } = visitor;
      await page.emulateMedia({ colorScheme: 'dark' });
      await screen.open(visitor);
      assert.ok((await ground(page)) < 40);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/${screen.name}-${width}.png`.replaceAll(' ', '_') });
      assert.deepEqual(await lowContrasts(page), []);
    }));
}

test('paper, and readers who prefer a light scheme, keep the light one', () =>
  withVisitor(shop, { lang: 'en', own: true }, async ({ page, visit }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await visit('');
    assert.ok((await ground(page)) > 200);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    assert.ok((await ground(page)) > 200);
    await page.emulateMedia({ colorScheme: 'dark', media: 'screen' });
    assert.ok((await ground(page)) < 40);
    const themes = await page
      .locator('meta[name="theme-color"]')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('media'), one.getAttribute('content')]));
    assert.deepEqual(themes, [
      ['(prefers-color-scheme:light)', '#fbf9f5'],
      ['(prefers-color-scheme:dark)', '#131619'],
    ]);
  }));
