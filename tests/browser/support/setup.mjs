/** Starts a shop for a test file, and closes it with the browser afterwards. */

import { after } from 'node:test';
import { closeBrowser } from './browser.mjs';
import { openShop } from './shop.mjs';

/** @param {Record<string, string>} [env] */
export async function setupShop(env) {
  const shop = await openShop(env);
  after(async () => {
    await closeBrowser();
    await shop.stop();
  });
  return shop;
}
