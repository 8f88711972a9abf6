/**
 * The console while others work: one stream for all tabs of a browser, which another tab takes over; lists and orders that change
 * under somebody's eyes without jumping; who else is in an order; axe on all of it.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */
/** @typedef {import('playwright-core').Page} Page */

const PAIRS = /** @type {const} */ ([
  ['en', 1280],
  ['de', 1280],
  ['de', 375],
  ['fr', 768],
  ['es', 375],
  ['zh', 1280],
]);

const anna = { first_name: 'Anna', last_name: 'Kesselring' };

/** Waits until so many streams are open in the shop. @param {number} count */
const streams = (count) =>
  until(`${count} streams`, async () => {
    const figures = await (await fetch(`${house.url}/metrics`)).text();
    return Number(/^shop_console_streams (\d+)$/m.exec(figures)?.[1]) === count;
  });

/** Another tab of the same browser. @param {Operator} operator @param {string} path @returns {Promise<Operator>} */
async function tab(operator, path) {
  const page = await operator.context.newPage();
  await page.goto(`/console${path}`);
  await page.locator('h1').waitFor();
  return { ...operator, page };
}

const note = (/** @type {Operator} */ { page, t }) => page.getByRole('textbox', { name: t('Note for the house') });
const alsoHere = (/** @type {Operator} */ { page, t }, /** @type {string} */ names) =>
  page.getByTitle(t('Also here: {names}', { names }), { exact: true });

/** @param {Operator} operator @param {number} count */
function changes({ page, t }, count) {
  const text = t('{count, plural, one {Show # change} other {Show # changes}}');
  const [, words = ''] = (count === 1 && /one \{([^}]*)\}/.exec(text)) || /other \{([^}]*)\}/.exec(text) || [];
  return page.getByRole('button', { name: words.replace('#', String(count)), exact: true });
}

test('two people see each other in an order, and what the other does, while they type', async () => {
  const number = await house.order(anna);
  await withOperator(house, {}, (mira) =>
    withOperator(house, {}, async (emil) => {
      await mira.join('Mira Sandoz');
      await emil.join('Emil Roth', 'orders');
      await mira.open(`/orders/${number}`);
      await emil.open(`/orders/${number}`);
      await alsoHere(mira, 'Emil Roth').waitFor();
      await alsoHere(emil, 'Mira Sandoz').waitFor();

      await note(mira).fill('wants a gift box');
      await note(emil).fill('calls back on Monday');
      await emil.page.getByRole('button', { name: emil.t('Add the note') }).click();
      const told = mira.page.getByRole('region', { name: mira.t('New on this order') });
      await told.getByText(mira.t('Note by {name}', { name: 'Emil Roth' })).waitFor();
      assert.equal(await note(mira).inputValue(), 'wants a gift box');
      await told.getByRole('button', { name: mira.t('Show') }).click();
      await told.waitFor({ state: 'detached' });
      await mira.page.locator('[data-new]').getByText('calls back on Monday').waitFor();
      // Who did it is not told.
      assert.equal(await emil.page.getByRole('region', { name: emil.t('New on this order') }).count(), 0);

      // He leaves the order.
      await emil.open('/orders');
      await alsoHere(mira, 'Emil Roth').waitFor({ state: 'detached' });
    }),
  );
});

test('an open form says what has changed, keeps what was typed, and goes on when its person says so', async () => {
  const number = await house.order(anna);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    await open(`/orders/${number}`);
    await page.getByRole('button', { name: t('Ship…') }).click();
    await page.locator('#ship-tracking').fill('JD014600003SE000002');
    await house.command('order', 'ship', number, '--line', 'TOW-GAN=1', '--tracking', 'JD014600003SE000009');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('JD014600003SE000009').waitFor();
    assert.equal(await page.locator('#ship-tracking').inputValue(), 'JD014600003SE000002');
    // Not by accident: what was not agreed to is refused.
    await page.locator('#ship-tracking').press('Enter');
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: t('Ship…') }).click();
    await page.locator('#ship-tracking').fill('JD014600003SE000003');
    await house.command('order', 'note', number, 'a note');
    await house.command('order', 'ship', number, '--line', 'TOW-GAN=1', '--tracking', 'JD014600003SE000010');
    await dialog.getByText('JD014600003SE000010').waitFor();
    await dialog.getByRole('button', { name: t('Go on with the order as it is now') }).click();
    await dialog.getByRole('button', { name: t('Go on with the order as it is now') }).waitFor({ state: 'detached' });
    assert.equal(await page.locator('#ship-tracking').inputValue(), 'JD014600003SE000003');
  });
});

test('a list changes in its place, and what is new waits to be shown', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz', 'orders');
    const first = await house.order(anna, 'unpaid');
    await open('/orders');
    const row = page.locator('tr', { has: page.locator(`#order-${first}`) });
    await row.waitFor();
    const before = await row.boundingBox();
    await house.command('order', 'paid', first, '--method', 'cheque');
    await row.getByText(t('Processing')).waitFor();
    await row.getByText(t('Has just changed')).waitFor({ state: 'attached' });
    const second = await house.order({ first_name: 'Blaise', last_name: 'Moreau' }, 'unpaid');
    await changes(operator, 1).waitFor();
    assert.equal(await page.locator(`#order-${second}`).count(), 0);
    assert.deepEqual(await row.boundingBox(), before, 'nothing has jumped');
    await changes(operator, 1).click();
    await page.locator(`#order-${second}`).waitFor();
    assert.equal(await page.locator('[data-mark]').count(), 0);
  }));

test('all tabs share one stream, and another takes over from a closed one without losing anything', () =>
  withOperator(house, {}, async (operator) => {
    const number = await house.order(anna, 'unpaid');
    await streams(0);
    await operator.join('Mira Sandoz', 'orders');
    await operator.open('/today');
    await streams(1);
    const other = await tab(operator, `/orders/${number}`);
    const third = await tab(operator, '/orders');
    await house.command('order', 'note', number, 'said to all');
    await other.page.getByText('said to all').first().waitFor();
    await streams(1);
    await operator.page.close();
    await house.command('order', 'note', number, 'said meanwhile');
    await other.page.getByText('said meanwhile').first().waitFor();
    await house.command('order', 'paid', number, '--method', 'cheque');
    await third.page
      .locator('tr', { has: third.page.locator(`#order-${number}`) })
      .getByText(third.t('Processing'))
      .waitFor();
    await streams(1);
  }));

test('who is put out of the house is put out of the page, in every tab', () =>
  withOperator(house, {}, async (operator) => {
    const { email } = await register(house, operator.call, 'Jonas Keller', 'orders');
    await operator.open('/orders');
    const other = await tab(operator, '/today');
    await house.command('staff', 'disable', email);
    for (const { page, t } of [operator, other])
      await page.getByRole('button', { name: t('Sign in'), exact: true }).waitFor();
  }));

for (const [lang, width] of turns(PAIRS, import.meta.filename)) {
  test(`axe on what changes, ${lang}, ${width} px`, async () => {
    const number = await house.order({ first_name: 'Ottilie', last_name: 'Brandstätter' }, 'unpaid');
    await withOperator(house, { lang, width }, (operator) =>
      withOperator(house, {}, async (emil) => {
        const { page, t, open } = operator;
        const shot = async (/** @type {string} */ name) => {
          if (process.env.SHOTS)
            await page.screenshot({ path: `${process.env.SHOTS}/live-${name}-${lang}-${width}.png` });
        };
        await operator.join('Mira Sandoz', 'owner', lang);
        await emil.join('Maximilian Oberhuber-Lindenstein', 'orders');
        await emil.open(`/orders/${number}`);
        await open(`/orders/${number}`);
        await alsoHere(operator, 'Maximilian Oberhuber-Lindenstein').waitFor();
        await note(operator).waitFor();
        await house.command('order', 'note', number, 'rings twice');
        const told = page.getByRole('region', { name: t('New on this order') });
        await told.waitFor();
        // Where neither the bar nor the header lies over half a button.
        const scrollTo = (/** @type {number} */ top) => page.evaluate((to) => window.scrollTo(0, to), top);
        await scrollTo(1e6);
        const found = await violations(page);
        await shot('order');
        // A letter of the order that leaves at that moment is news of its own.
        await until('nothing new is left to show', async () => {
          if ((await told.count()) === 0) return true;
          await told
            .getByRole('button', { name: t('Show') })
            .click({ timeout: 1000 })
            .catch(() => {});
          return false;
        });
        await shot('history');
        await scrollTo(0);
        found.push(...(await violations(page)));

        await open('/orders');
        await page.locator(`#order-${number}`).waitFor();
        await house.command('order', 'paid', number, '--method', 'cheque');
        await page.locator('[data-mark]').first().waitFor();
        await house.order(anna, 'unpaid');
        await changes(operator, 1).waitFor();
        found.push(...(await violations(page)));
        await shot('orders');
        assert.deepEqual(found, []);
      }),
    );
  });
}
