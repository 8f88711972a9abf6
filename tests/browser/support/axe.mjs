/** The rules of axe-core over a page as it stands. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Sent through the debugger's protocol: the page's own policy lets no foreign script in, and is not touched. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `target-size` runs only when `wcag22aa` is named. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>} a line for each element at fault
 */
export async function violations(page) {
  await settled(page);
  // The expression's value would be sent back: it must be nothing.
  await page.evaluate(`${SOURCE};undefined`);
  return page.evaluate(async (tags) => {
    const { axe } = /** @type {any} */ (window);
    const result = await axe.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
    return result.violations.flatMap((/** @type {any} */ violation) =>
      violation.nodes.map(
        (/** @type {any} */ node) =>
          `${violation.id} (${violation.impact}): ${node.target.join(' ')}\n    ${node.html.slice(0, 200)}\n    ${node.failureSummary.replaceAll('\n', '\n    ')}`,
      ),
    );
  }, TAGS);
}

/** @param {import('playwright-core').Page} page */
export const isAxeClean = async (page) => assert.deepEqual(await violations(page), []);

/**
 * Movements that come to an end have ended: colours in between are nobody's.
 * @param {import('playwright-core').Page} page
 */
export async function settled(page) {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => {
      const { endTime } = one.effect?.getComputedTiming() ?? {};
      return typeof endTime === 'number' && Number.isFinite(endTime);
    });
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    await document.fonts.ready;
  });
}
