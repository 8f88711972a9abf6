/** Ways to use a page: a mouse, a finger, or nothing but the keyboard. One journey is made with each. */

import { settled } from './axe.mjs';

/**
 * @typedef {import('playwright-core').Locator} Locator
 * @typedef {object} Hand
 * @property {(target: Locator) => Promise<void>} press a link or a button
 * @property {(target: Locator, text: string) => Promise<void>} write into a field
 * @property {(target: Locator, label: string) => Promise<void>} select an entry of a list
 * @property {(target: Locator) => Promise<void>} choose a radio button
 * @property {(target: Locator) => Promise<void>} tick a box
 */

/**
 * @param {import('playwright-core').Page} page
 * @returns {Hand}
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
 * @returns {Hand}
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

/** More stops than any page has. */
const STOPS = 250;

/**
 * @param {Locator} target
 * @returns {Promise<boolean>}
 */
export const hasFocus = (target) => target.evaluate((element) => element === document.activeElement);

/**
 * What has focus is seen to have it, whole, and lies beneath nothing (K3). Runs in the page.
 * @returns {string} what is wrong, or nothing
 */
function faultOfFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return '';
  const name = `${element.outerHTML.slice(0, 120)}`;
  const isRing = (/** @type {CSSStyleDeclaration} */ style) =>
    style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  // A control may be drawn by what stands beside it, and a card's link by the card.
  const drawn = [element, element.closest('label'), element.nextElementSibling, element.parentElement];
  const isRinged = drawn.some(
    (one) =>
      one && ['', '::before', '::after'].some((part) => isRing(getComputedStyle(one, part === '' ? null : part))),
  );
  if (!isRinged) return `no focus ring: ${name}`;
  const label = element.closest('label') ?? element;
  const { clientWidth, clientHeight } = document.documentElement;
  /** Its middle and the middles of its edges are what a pointer there would meet. @param {DOMRect} box */
  const isWhole = (box) => {
    // What is taller than a view cannot be seen whole.
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
      // Between the lines of a link lies what it stands in.
      return hit !== null && (label.contains(hit) || hit === element.parentElement);
    });
  };
  const isSeen = [element, label].some((one) => {
    const boxes = [...one.getClientRects()].filter((box) => box.width > 3 && box.height > 3);
    return boxes.length > 0 && boxes.every(isWhole);
  });
  if (isSeen) return '';
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const place = [left, top, right, bottom].map(Math.round).join(' ');
  return `focus is out of view or covered (${place} in ${clientWidth} × ${clientHeight}): ${name}`;
}

/**
 * The stop that Tab leads to next, judged when nothing moves any more.
 * @param {import('playwright-core').Page} page
 */
export async function tab(page, key = 'Tab') {
  await page.keyboard.press(key);
  if (!(await page.evaluate(faultOfFocus))) return;
  await settled(page);
  const fault = await page.evaluate(faultOfFocus);
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
 * @returns {Hand}
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
      // A list takes the entry whose beginning is typed.
      await page.keyboard.type(label);
    },
    async choose(target) {
      const name = await target.getAttribute('name');
      const group = page.locator(`input[type="radio"][name="${name}"]`);
      // Tab leads into the group, to its checked or its first button; arrows lead on.
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
