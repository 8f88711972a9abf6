/** Two people at one draft, and answers that get lost. */

import assert from 'node:assert/strict';

/**
 * What a colleague does while a call of this page is on its way, before the server has it.
 * @param {import('playwright-core').Page} page
 * @param {string} path
 * @param {() => Promise<unknown>} work
 */
export const meanwhile = (page, path, work) =>
  page.route(
    `**/console_api/${path}`,
    async (route) => {
      await work();
      await route.continue();
    },
    { times: 1 },
  );

/**
 * The server carries out the next call of this page, but its answer never comes.
 * @param {import('playwright-core').Page} page
 * @param {string} path
 */
export const loseAnswer = (page, path) =>
  page.route(
    `**/console_api/${path}`,
    async (route) => {
      const request = route.request();
      const { origin } = new URL(request.url());
      // The browser adds these later.
      const headers = { ...(await request.allHeaders()), origin, 'sec-fetch-site': 'same-origin' };
      const answer = await route.fetch({ headers });
      assert.equal((await answer.json()).code, '1');
      await route.abort('connectionreset');
    },
    { times: 1 },
  );

/** What the browser's console says of it. */
export const LOST = /ERR_CONNECTION_RESET/;
