/** Runs axe-core on the current page. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Injected over CDP: the page's CSP forbids foreign scripts and stays in force. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** `target-size` runs only with the tag `wcag22aa`. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * @param {import('playwright-core').Page} page
 * @param {boolean} [isAgain] the screen is judged in another language, too: its colours, nearly half of the work, are the same there
 * @returns {Promise<string[]>} a line for each element at fault
 */
export async function violations(page, isAgain = false) {
  await animationsFinished(page);
  // The expression's value is serialised: it must be undefined. A page keeps the rules until it is left.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${SOURCE};undefined`);
  return page.evaluate(judge, { tags: TAGS, isAgain });
}

/**
 * Contrasts alone: what another colour scheme changes.
 * @param {import('playwright-core').Page} page
 */
export async function lowContrasts(page) {
  await animationsFinished(page);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${SOURCE};undefined`);
  return page.evaluate(async () => {
    const { violations: found } = await /** @type {any} */ (window).axe.run(document, {
      runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
      resultTypes: ['violations'],
    });
    return found.flatMap((/** @type {any} */ violation) =>
      violation.nodes.map(
        (/** @type {any} */ node) =>
          `${node.target.join(' ')}\n    ${node.html.slice(0, 160)}\n    ${node.failureSummary}`,
      ),
    );
  });
}

/** Runs in the page. @param {{ tags: string[], isAgain: boolean }} how */
async function judge({ tags, isAgain }) {
  const { axe } = /** @type {any} */ (window);
  // Behind a modal dialog the page is hidden, with its heading. axe passes these rules then, but takes a dialog that still comes in,
  // or an `alertdialog`, for none.
  const hidden = document.querySelector('main')?.closest('[aria-hidden="true"], [inert]');
  const isWhole = !hidden && !document.querySelector('[role="alertdialog"]');
  const rules = {
    'landmark-one-main': { enabled: isWhole },
    'page-has-heading-one': { enabled: isWhole },
    'color-contrast': { enabled: !isAgain },
  };
  const runOnly = { type: 'tag', values: tags };
  const result = await axe.run(document, { runOnly, rules, resultTypes: ['violations'] });
  for (const violation of result.violations.filter((/** @type {any} */ { id }) => id === 'target-size')) {
    // What a bar at the edge of the window covers in part can be scrolled out from under it.
    const small = [];
    for (const node of violation.nodes) {
      const target = document.querySelector(node.target.join(' '));
      target?.scrollIntoView({ block: 'center' });
      const only = { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] };
      if (!target || (await axe.run(target, only)).violations.length > 0) small.push(node);
    }
    violation.nodes = small;
  }
  return result.violations.flatMap((/** @type {any} */ violation) =>
    violation.nodes.map(
      (/** @type {any} */ node) =>
        `${violation.id} (${violation.impact}): ${node.target.join(' ')}\n    ${node.html.slice(0, 200)}\n    ${node.failureSummary.replaceAll('\n', '\n    ')}`,
    ),
  );
}

/** @param {import('playwright-core').Page} page */
export const isAxeClean = async (page) => assert.deepEqual(await violations(page), []);

/**
 * Waits for animations: intermediate colours are not tested.
 * @param {import('playwright-core').Page} page
 */
export async function animationsFinished(page) {
  await page.evaluate(async () => {
    const moving = document.getAnimations().filter((one) => {
      const { endTime } = one.effect?.getComputedTiming() ?? {};
      return typeof endTime === 'number' && Number.isFinite(endTime);
    });
    await Promise.all(moving.map((one) => one.finished.catch(() => undefined)));
    await document.fonts.ready;
  });
}
