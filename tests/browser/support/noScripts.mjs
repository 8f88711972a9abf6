/** Pages and forms without scripts. */

import assert from 'node:assert/strict';
import { LOCALES } from './texts.mjs';

/** @param {string} text */
export const plain = (text) => text.replace(/\s+/g, ' ');

/**
 * An amount by the browser's own `Intl` (experience.md §6 I4).
 * @param {import('./texts.mjs').Lang} lang
 * @param {string} amount
 */
export function money(lang, amount) {
  const format = new Intl.NumberFormat(LOCALES[lang], { style: 'currency', currency: 'EUR', useGrouping: 'always' });
  return plain(format.format(Number(amount)));
}

/**
 * Visible text of `main`.
 * @param {import('playwright-core').Page} page
 */
export async function seen(page) {
  const heading = page.locator('main h1');
  assert.equal(await heading.count(), 1);
  assert.notEqual((await heading.innerText()).trim(), '');
  const text = await page.locator('main').evaluate((main) => {
    const parts = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const shown = node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (shown) parts.push(node.textContent);
    }
    return parts.join(' ');
  });
  return plain(text);
}

/** Without spaces: words that must not break stand in elements of their own. @param {string} text */
const bare = (text) => text.replace(/\s+/g, '');

/**
 * @param {string} text
 * @param {string[]} wanted
 */
export function assertHolds(text, wanted) {
  for (const one of wanted)
    assert.ok(bare(text).includes(bare(one)), `'${one}' is not to be seen in: ${text.slice(0, 600)}`);
}

/**
 * The page after a form was sent.
 * @param {import('./browser.mjs').Visitor} visitor
 * @param {string} name of its button
 */
export async function press({ page }, name) {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator('main').getByRole('button', { name, exact: true }).first().click();
  const response = await answered;
  await page.waitForLoadState();
  return response.status();
}
