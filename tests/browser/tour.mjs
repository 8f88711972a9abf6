/**
 * Screenshots of every screen in every language and width into $TOUR, each checked by axe-core and for images, layout
 * shifts and overflow.
 */

import { mkdir } from 'node:fs/promises';
import { accountScreens } from './support/accountScreens.mjs';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser, withVisitor } from './support/browser.mjs';
import { instabilities, overflows } from './support/measure.mjs';
import { raiseStock, screens } from './support/screens.mjs';
import { openShop } from './support/shop.mjs';

const folder = process.env.TOUR;
if (!folder) throw new Error('TOUR must name a folder for the pictures');
const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
/** Arguments select languages and screens by name. */
const named = process.argv.slice(2);
const spoken = LANGS.filter((lang) => named.includes(lang));
const wanted = named.filter((name) => !LANGS.some((lang) => lang === name));

const WIDTHS = [1280, 375, 768, 1920];

const CONFIG = { SHOP__LANGUAGES: JSON.stringify(LANGS) };
let faults = 0;
let pictures = 0;
for (const lang of spoken.length > 0 ? spoken : LANGS) {
  await mkdir(`${folder}/${lang}`, { recursive: true });
  // Separate shops: rate limits are per shop.
  const shop = await openShop(CONFIG);
  /** Without captcha, for accounts. */
  const quick = await openShop({ ...CONFIG, SHOP__CAPTCHA__PROVIDER: 'none' });
  await Promise.all([shop, quick].map(raiseStock));
  const all = [
    ...screens.map((screen) => ({ ...screen, shop })),
    ...accountScreens.map((screen) => ({ ...screen, shop: screen.guarded ? shop : quick })),
  ];
  for (const [at, { name, open, overlay, shop: where }] of all.entries()) {
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
    for (const width of WIDTHS) {
      const file = `${String(at + 1).padStart(2, '0')}-${name.replace(/[^a-z]+/g, '-')}-${width}`;
      try {
        await withVisitor(where, { lang, width }, async (visitor) => {
          await open(visitor);
          const { page } = visitor;
          const unsteadiness = await instabilities(page, overlay);
          await animationsFinished(page);
          // A dialog covers the viewport only.
          await page.screenshot({ path: `${folder}/${lang}/${file}.png`, fullPage: !overlay });
          pictures += 1;
          const found = [...unsteadiness, ...(await page.evaluate(overflows)), ...(await violations(page))];
          if (found.length > 0) throw new Error(found.join('\n'));
        });
      } catch (error) {
        faults += 1;
        console.error(`${lang}/${file}: ${error instanceof Error ? error.message : error}`);
      }
    }
  }
  console.log(`${lang}: ${pictures} pictures so far`);
  await Promise.all([shop.stop(), quick.stop()]);
}
await closeBrowser();
console.log(`${pictures} pictures in ${folder}, ${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;
