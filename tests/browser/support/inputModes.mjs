/** Input modes for user journeys: mouse, touch, keyboard only. */

import { animationsFinished } from './axe.mjs';

/**
 * @typedef {import('playwright-core').Locator} Locator
 * @typedef {object} InputMode
 * @property {(target: Locator) => Promise<void>} press a link or a button
 * @property {(target: Locator, text: string) => Promise<void>} write into a field
 * @property {(target: Locator, label: string) => Promise<void>} select an entry of a list
 * @property {(target: Locator) => Promise<void>} choose a radio button
 * @property {(target: Locator) => Promise<void>} tick a box
 */

/**
 * @param {import('playwright-core').Page} page
 * @returns {InputMode}
 */
export function mouse(page) {
  return {
    press: (target) => target.click(),
    async write(target, text) {
      await target.click();
      await page.keyboard.type(text);
    },
    async select(target, label) {
      await target.selectOption({ label });
    },
    choose: (target) => target.check(),
    tick: (target) => target.check(),
  };
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {InputMode}
 */
export function finger(page) {
  return {
    press: (target) => target.tap(),
    async write(target, text) {
      await target.tap();
      await page.keyboard.insertText(text);
    },
    async select(target, label) {
      await target.selectOption({ label });
    },
    choose: (target) => target.tap(),
    tick: (target) => target.tap(),
  };
}

/** More than the tab stops of any page. */
const STOPS = 250;

/**
 * @param {Locator} target
 * @returns {Promise<boolean>}
 */
export const hasFocus = (target) => target.evaluate((element) => element === document.activeElement);

/**
 * Checks that the focused element is visible, complete and uncovered (K3). Runs in the page.
 * @returns {string} what is wrong, or nothing
 */
function focusFault() {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const name = `${element.outerHTML.slice(0, 120)}`;
  const isRing = (/** @type {CSSStyleDeclaration} */ style) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  // A sibling or a card may draw the control's focus.
  const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
  const isRinged = drawn.some(
    (one) =>
      one && ['', '::before', '::after'].some((part) => isRing(getComputedStyle(one, part === '' ? null : part))),
  );
  if (!isRinged) return `no focus ring: ${name}`;
  const label = element.closest('label') ?? element;
  const { clientWidth, clientHeight } = document.documentElement;
  /** Hit test at the centre and the middle of each edge. @param {DOMRect} box */
  const isWhole = (box) => {
    // Elements taller than the viewport cannot be fully visible.
    const edge = box.height > clientHeight * 0.7 ? 0.15 : 2 / box.height;
    const points = [
      [0.5, 0.5],
      [0.5, edge],
      [0.5, 1 - edge],
      [2 / box.width, 0.5],
      [1 - 2 / box.width, 0.5],
    ];
    return points.every(([across = 0, down = 0]) => {
      const hit = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
      if (hit === null) return false;
      // A button may be inside its field.
      if (element.id && hit.closest('button')?.getAttribute('aria-controls') === element.id) return true;
      // Between a link's lines is its parent.
      return label.contains(hit) || hit === element.parentElement;
    });
  };
  const isSeen = [element, label].some((one) => {
    const boxes = [...one.getClientRects()].filter((box) => box.width > 3 && box.height > 3);
    // Browsers scroll the caret into view, not the whole field.
    if (one instanceof HTMLTextAreaElement && boxes[0]) {
      const { left, top, width, height } = boxes[0];
      return isWhole(new DOMRect(left, top, width, Math.min(height, 48)));
    }
    return boxes.length > 0 && boxes.every(isWhole);
  });
  if (isSeen) return '';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const place = [left, top, right, bottom].map(Math.round).join(' ');
  return `focus is out of view or covered (${place} in ${clientWidth} × ${clientHeight}): ${name}`;
}

/**
 * Presses Tab and checks the stop once the layout is stable.
 * @param {import('playwright-core').Page} page
 */
export async function tab(page, key = 'Tab') {
  await page.keyboard.press(key);
  if (!(await page.evaluate(focusFault))) return;
  // Toasts move after they learn of the focus.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await animationsFinished(page);
  // Observers run with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const fault = await page.evaluate(focusFault);
  if (fault) throw new Error(fault);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {Locator} target
 */
export async function tabTo(page, target) {
  await target.waitFor({ state: 'attached' });
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await tab(page);
  }
  throw new Error(`Tab never leads to ${target}`);
}

/**
 * @param {import('playwright-core').Page} page
 * @returns {InputMode}
 */
export function keyboard(page) {
  return {
    async press(target) {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    },
    async write(target, text) {
      await tabTo(page, target);
      await page.keyboard.type(text);
    },
    async select(target, label) {
      await tabTo(page, target);
      // A select takes the option whose beginning is typed.
      await page.keyboard.type(label);
    },
    async choose(target) {
      const name = await target.getAttribute('name');
      const group = page.locator(`input[type="radio"][name="${name}"]`);
      // Tab enters a radio group; arrows move within it.
      for (let stop = 0; ; stop += 1) {
        if (await page.evaluate((of) => document.activeElement?.getAttribute('name') === of, name)) break;
        if (stop === STOPS) throw new Error(`Tab never leads to the group ${name}`);
        await tab(page);
      }
      await page.keyboard.press('Space');
      for (let step = await group.count(); step > 0 && !(await target.isChecked()); step -= 1) {
        await page.keyboard.press('ArrowDown');
      }
      if (!(await target.isChecked())) throw new Error(`arrows never lead to ${target}`);
    },
    async tick(target) {
      await tabTo(page, target);
      await page.keyboard.press('Space');
    },
  };
}
