/**
 * Notices lie over nothing that is pressed: neither over a dialog's close button and what it sends, nor over the buttons of a page,
 * wide and on a phone; and what can be undone is reached by keyboard while a dialog is open. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const pending = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Pending actions') });
const undo = (/** @type {Operator} */ operator) =>
  pending(operator).getByRole('button', { name: new RegExp(`^${operator.t('Undo')}`) });
const told = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Confirmations') });

/** Begins something that waits to be undone: an order's letter is sent again. @param {Operator} operator @param {string} number */
async function begin(operator, number) {
  const letter = await until('a letter has been sent', async () => {
    const { mails } = await operator.call('order/show', { number });
    return mails.find((/** @type {{ state: string }} */ { state }) => state !== 'waiting');
  });
  await operator.call('order/resend', { number, mail_id: letter.id });
  await undo(operator).waitFor();
}

/** Leaves both kinds of notices on the screen for their ten seconds. @param {Operator} operator @param {string} number */
async function tell(operator, number) {
  if ((await pending(operator).count()) === 0) await begin(operator, number);
  await undo(operator).press('Enter');
  await told(operator).getByRole('alertdialog').first().waitFor();
  await pending(operator).waitFor({ state: 'detached' });
  await begin(operator, number);
}

/**
 * Runs in the page: brings each button into sight as the keyboard does, and names those that a pointer would not hit.
 * @param {string} selector
 */
function unreachable(selector) {
  const notices = [...document.querySelectorAll('[data-react-aria-top-layer]')];
  const buttons = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const missed = buttons.filter((button) => {
    button.scrollIntoView({ block: 'nearest' });
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      ...[left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y])),
    ];
    return points.some(([x = 0, y = 0]) => {
      const hit = document.elementFromPoint(x, y);
      return !hit || notices.some((one) => one.contains(hit));
    });
  });
  return {
    count: buttons.length,
    standing: notices.length,
    missed: missed.map((button) => button.getAttribute('aria-label') ?? button.textContent),
  };
}

/**
 * Judges the buttons while both kinds of notices stand.
 * @param {Operator} operator
 * @param {string} number of an order of this test's own
 * @param {string} selector
 */
async function reachesAll(operator, number, selector) {
  const found = await until('both notices stood while it was looked at', async () => {
    await tell(operator, number);
    const seen = await operator.page.evaluate(unreachable, selector);
    return seen.standing === 2 && seen;
  });
  assert.ok(found.count > 0, `there is no ${selector}`);
  assert.deepEqual(found.missed, []);
}

const PAIRS = /** @type {const} */ ([
  ['en', 1280, 900],
  ['de', 1280, 720],
  ['de', 375, 667],
]);
for (const [lang, width, height] of PAIRS) {
  test(`notices lie over no button, in ${lang} at ${width} × ${height} px`, async () => {
    const number = await house.order({ first_name: 'Anna', last_name: `Kesselring ${height}` }, 'shipped');
    await withOperator(house, { lang, width, height }, async (operator) => {
      const { page, t, open, join } = operator;
      const look = async (/** @type {string} */ name) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), []);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/notices-${name}-${lang}-${width}-${height}.png` });
      };
      await join('Mira Sandoz', 'owner', lang);

      await open(`/orders/${house.orders.paid}`);
      await page.locator('#note-text').waitFor();
      await reachesAll(operator, number, 'main button');
      // There is room for them at the end of the page.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await look('page');
      await page.getByRole('button', { name: t('Ship…') }).click();
      await page.locator('#ship-tracking').waitFor();
      await reachesAll(operator, number, 'section[role="dialog"] button');
      await look('dialog');
      await page.keyboard.press('Escape');
      await page.locator('section[role="dialog"]').waitFor({ state: 'detached' });
      // Higher than the window.
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: t('Keyboard help') }).waitFor();
      await reachesAll(operator, number, 'section[role="dialog"] button');
      await look('high');

      await open('/products/TOW-GAN');
      await page.locator('#product-name-de').fill('Waschhandschuhe');
      await page.getByRole('region', { name: t('Changes') }).waitFor();
      await reachesAll(operator, number, `section[aria-label="${t('Changes')}"] button`);
      await look('bar');
    });
  });
}

test('what can be undone is reached by keyboard out of an open dialog, and the way leads back', async () => {
  const number = await house.order({ first_name: 'Anna', last_name: 'Späth' }, 'shipped');
  await withOperator(house, { width: 1280 }, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${house.orders.paid}`);
    await page.getByRole('button', { name: t('Ship…') }).click();
    const field = page.locator('#ship-tracking');
    await field.fill('JD014600003SE');
    await until('the notices were walked through while they stood', async () => {
      await tell(operator, number);
      await field.focus();
      const isOn = (/** @type {import('playwright-core').Locator} */ region) =>
        region.evaluateAll((all) => all.some((one) => one.contains(document.activeElement)));
      /** @type {boolean[]} */
      const walk = [];
      for (const place of [pending(operator), told(operator), page.locator('section[role="dialog"]')]) {
        await page.keyboard.press('F6');
        walk.push(await isOn(place));
      }
      return walk.every(Boolean);
    });
    assert.equal(await field.inputValue(), 'JD014600003SE');
  });
});
