/** Files that come late. */

/** All scripts of the shop. */
export const SCRIPTS = /\/assets\/.*\.js$/;

/**
 * Holds back what a pattern matches until the returned function is called.
 * @param {import('playwright-core').Page} page
 * @param {RegExp} pattern
 */
export async function holdBack(page, pattern) {
  /** @type {(() => void)[]} */
  const held = [];
  let isOver = false;
  await page.route(pattern, async (route) => {
    if (!isOver) await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  return () => {
    isOver = true;
    for (const release of held) release();
  };
}
