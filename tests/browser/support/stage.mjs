/** What every test file begins with: a shop of its own, closed with the browser when the file is done. */

import { after } from 'node:test';
import { closeBrowser } from './browser.mjs';
import { openShop } from './shop.mjs';

/** @param {Record<string, string>} [env] */
export async function stage(env) {
  const shop = await openShop(env);
  after(async () => {
    await closeBrowser();
    await shop.stop();
  });
  return shop;
}
