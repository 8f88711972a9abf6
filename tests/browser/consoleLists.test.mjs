/**
 * Lists of the console: a bulk action over all that match, stopped and run again; views saved, shared and opened by themselves;
 * columns in the address; axe on each state.
 */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { campaignForm, openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** More than a page of them wait for a transfer. */
const MANY = 52;

before(async () => {
  for (let at = 0; at < MANY; at += 4) {
    const person = { first_name: 'Ottilie', last_name: 'Brandstätter-Kesselring' };
    await Promise.all(Array.from({ length: 4 }, () => house.order(person, 'unpaid')));
  }
});

const UNPAID = 'status=pending_offline';

/** Rows that a list shows at first. */
const PAGE = 50;

/** Writes the draft of a campaign without goods. @param {Operator} operator @param {string} name */
const campaign = ({ call }, name) => call('campaign/save', { id: null, version: 0, form: campaignForm(name) });

const heading = (/** @type {Operator} */ { page }, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name, exact: true });

const selection = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Selection') });

const work = (/** @type {Operator} */ { page, t }) => page.getByRole('region', { name: t('Pending actions') });

/** Chooses all orders that wait for a transfer, also those that are not shown. @param {Operator} operator */
async function chooseAll(operator) {
  const { page, t, open } = operator;
  await open(`/orders?${UNPAID}`);
  await page.locator('main [data-row]').first().waitFor();
  await page.getByRole('checkbox', { name: t('Select all rows') }).check();
  await page.getByRole('button', { name: t('Select all that match') }).click();
  const { count } = await operator.call('order/list', { status: ['pending_offline'] });
  await selection(operator)
    .getByText(t('All {many} that match', { many: String(count) }))
    .waitFor();
  return count;
}

/** @param {Operator} operator @param {string} action */
async function choose({ page, t }, action) {
  await page.getByRole('button', { name: t('Actions'), exact: true }).click();
  await page.getByRole('menuitem', { name: t(action) }).click();
  await page.locator('#bulk-text, #bulk-reason').first().waitFor();
}

/** @param {Operator} operator @param {string} name */
async function shoot({ page, lang }, name) {
  const { SHOTS } = process.env;
  const width = page.viewportSize()?.width;
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${lang}-${width}.png` });
  assert.deepEqual(await violations(page), [], `${name} ${lang} ${width}`);
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(excess <= 0, `${name} ${lang} ${width}: ${excess} px too wide`);
}

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['de', 1280],
    ['de', 375],
    ['fr', 768],
    ['zh', 320],
  ]),
  import.meta.filename,
)) {
  test(`all that match are worked on, in ${lang} at ${width}`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t } = operator;
      await operator.join('Mira Sandoz', 'manager', lang);
      const isPhone = width < 768;
      if (isPhone) {
        // Cards have no head; one is chosen.
        await operator.open(`/orders?${UNPAID}`);
        await page.locator('main [data-row]').first().waitFor();
        const first = page.locator('main tbody [data-select]').first();
        await first.check();
        // The bar at the bottom must not cover half of what is measured.
        await first.evaluate((box) => box.scrollIntoView({ block: 'start' }));
      } else {
        await chooseAll(operator);
      }
      await shoot(operator, 'selected');
      await choose(operator, 'Cancel…');
      await shoot(operator, 'question');
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: t('Close') })
        .first()
        .click();
      await choose(operator, 'Add a note…');
      await page.locator('#bulk-text').fill('Vor der Lieferung anrufen');
      await page.getByRole('button', { name: t('Add the note') }).click();
      // The notice goes when the work is done, which may be before it was looked at.
      const run = await work(operator).getByRole('link').first().getAttribute('href');
      await shoot(operator, 'running');
      await operator.open(String(run).replace(/^\/console/, ''));
      await page.locator('main dl').waitFor();
      await shoot(operator, 'run');
      await work(operator).waitFor({ state: 'detached' });
      await operator.open('/bulk');
      await page.locator('main [data-row]').first().waitFor();
      await shoot(operator, 'runs');
    }));
}

test('what comes later is left alone, a run is stopped, and what failed is run again', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t } = operator;
    await operator.join('Jonas Keller', 'manager');
    const count = await chooseAll(operator);
    await choose(operator, 'Cancel…');
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText(String(count)).first().waitFor();
    const later = await house.order({ first_name: 'Anna', last_name: 'Späth' }, 'unpaid');
    await page.locator('#bulk-reason').fill('sold out');
    await dialog.getByRole('button', { name: t('Cancel them all') }).click();
    await work(operator)
      .getByRole('button', { name: new RegExp(`^${t('Stop')}`) })
      .click();
    await work(operator).waitFor({ state: 'detached' });
    const [{ id, state, done }] = (await operator.call('bulk/list', {})).items;
    assert.deepEqual([state, done], ['stopped', 0]);
    assert.equal((await operator.call('order/show', { number: later })).status, 'pending_offline');

    // Orders that wait for money cannot be completed: they fail, and stand in Today with their reason.
    const chosen = [];
    for (let at = 0; at < 2; at += 1)
      chosen.push(await house.order({ first_name: 'Anna', last_name: 'Kern' }, 'unpaid'));
    const run = await operator.call('bulk/prepare', { call: 'order/complete', of: { chosen } });
    await operator.call('bulk/start', { id: run.id });
    await operator.open(`/bulk/${run.id}`);
    await page.getByRole('heading', { level: 2, name: t('What failed') }).waitFor();
    await page.getByRole('main').getByRole('link', { name: chosen[0] }).waitFor();
    await page.getByRole('button', { name: t('Run again for those that failed') }).click();
    await page.getByRole('heading', { level: 2, name: t('What failed') }).waitFor();
    await operator.open('/today');
    const failed = page.getByRole('region', { name: t('Bulk actions of which something failed') });
    await failed.getByRole('link').waitFor();
    await failed.getByRole('button').click();
    await failed.waitFor({ state: 'detached' });
    assert.ok((await operator.call('bulk/list', {})).items.every((/** @type {any} */ one) => one.id !== run.id));
    assert.ok((await operator.call('bulk/list', {})).items.some((/** @type {any} */ one) => one.id === id));
  }));

test('views hold filters, order and columns, are shared, and open their list', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz');
    await open(`/orders?${UNPAID}`);
    await page.getByRole('button', { name: t('Columns') }).click();
    await page.getByRole('menuitemcheckbox', { name: t('Pieces') }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL(`**/console/orders?${UNPAID}&hide=pieces`);
    assert.equal(await page.getByRole('columnheader', { name: t('Pieces') }).count(), 0);

    await page.getByRole('button', { name: t('Save the view') }).click();
    await page.getByRole('menuitem', { name: t('Save as a new view…') }).click();
    await page.locator('#view-name').fill('Waiting for money');
    await page.getByText(t('For everybody who may open this list')).click();
    await page.keyboard.press('Enter');
    const views = page.getByRole('navigation', { name: t('Views') });
    const own = views.getByRole('link', { name: 'Waiting for money' });
    await own.waitFor();
    assert.equal(await own.getAttribute('aria-current'), 'page');

    // Without it and back, then opened with the list.
    await views.getByRole('link', { name: t('All orders') }).click();
    await page.waitForURL('**/console/orders');
    await own.click();
    await page.waitForURL(`**/console/orders?${UNPAID}&hide=pieces`);
    await page.getByRole('button', { name: t('View'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('Open the list with this view') }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await open('/orders');
    await page.waitForURL(`**/console/orders?${UNPAID}&hide=pieces`);
    assert.deepEqual(await violations(page), []);

    // A filter that the list no longer knows is left out, and told.
    const { items } = await operator.call('saved_view/list', {});
    await operator.call('saved_view/save', { ...items[0], query: `${UNPAID}%2Con_hold&method=gold` });
    await open(`/orders?${UNPAID}%2Con_hold&method=gold`);
    await page.getByText(t('Part of this view is not there any more')).waitFor();
    await page.getByText('on_hold').first().waitFor();
    await page.locator('main [data-row]').first().waitFor();

    // Another person has it, and may not change it.
    await withOperator(house, {}, async (second) => {
      await second.join('Jo Li', 'orders');
      await second.open('/orders');
      await second.page
        .getByRole('navigation', { name: t('Views') })
        .getByRole('link', { name: 'Waiting for money' })
        .click();
      await second.page
        .getByRole('button', { name: t('View'), exact: true })
        .or(second.page.getByRole('button', { name: t('Save the view') }))
        .first()
        .click();
      assert.equal(await second.page.getByRole('menuitem', { name: t('Delete the view') }).count(), 0);
    });
  }));

test('j, k and Enter go through every list', () =>
  withOperator(house, {}, async (operator) => {
    const { page, open, call, join } = operator;
    await join('Mira Sandoz');
    for (const name of ['One', 'Two']) {
      await call('message/save_text', { id: null, version: 0, title: name, texts: { en: name } });
      await campaign(operator, name);
      await call('promo/save', { tag: name, version: null, percent: 20, from: '', until: '', domains: [] });
      const run = await call('bulk/prepare', { call: 'pack/papers', of: { to_pack: true } });
      await call('bulk/start', { id: run.id });
    }
    const { keyboard } = page;
    /** The place of the focused row among all, from 0. */
    const place = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('main tbody [data-row]')].indexOf(document.activeElement ?? document.body),
      );
    for (const [list, opened] of /** @type {const} */ ([
      ['/orders', /\/orders\/\d/],
      ['/customers?filter=guests', /\/customers\/./],
      ['/products', /\/products\/./],
      ['/stock', /\/stock\/./],
      ['/prices/items', /\/prices\/items\/./],
      ['/prices', /\/prices\/campaigns\/\d/],
      ['/prices/employees', '[role="dialog"]'],
      ['/categories', /\/categories\/./],
      ['/pages', /\/pages\/./],
      ['/bulk', /\/bulk\/\d/],
      ['/audit', 'button[aria-expanded="true"]'],
      ['/people', '[role="menu"]'],
      ['/messages/texts', '[role="dialog"]'],
      ['/settings/vat', '[role="dialog"]'],
      ['/settings/currencies', '[role="dialog"]'],
      ['/settings/closing-days', ''],
    ])) {
      await open(list);
      await page.locator('main tbody [data-row]').nth(1).waitFor();
      const walked = [];
      for (const key of ['j', 'j', 'k']) {
        await keyboard.press(key);
        walked.push(await place());
      }
      assert.deepEqual(walked, [0, 1, 0], list);
      // A closing day has nothing to open.
      if (opened === '') continue;
      await keyboard.press('Enter');
      if (typeof opened === 'string') await page.locator(opened).first().waitFor();
      else await page.waitForURL(opened);
    }
  }));

test('how many pages are shown is kept over a reload', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Mira Sandoz');
    for (let at = 0; at <= PAGE; at += 1) await campaign(operator, `Sale ${at}`);
    for (const [list, more] of /** @type {const} */ ([
      ['/orders', 'Show more'],
      ['/products', 'Show more'],
      ['/stock', 'Show more'],
      ['/prices/items', 'Show more'],
      ['/prices', 'Show more'],
      ['/audit', 'Show older entries'],
    ])) {
      const rows = page.locator('main tbody [data-row]');
      await open(list);
      await rows.first().waitFor();
      assert.equal(await rows.count(), PAGE, list);
      await page.getByRole('button', { name: t(more) }).click();
      await rows.nth(PAGE).waitFor();
      await page.waitForURL(`**/console${list}?pages=2`);
      await page.reload();
      await rows.nth(PAGE).waitFor();
    }
  }));

test('the other lists keep their columns and views', () =>
  withOperator(house, { lang: 'de', width: 1280 }, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Mira Sandoz', 'owner', 'de');
    for (const [list, column] of /** @type {const} */ ([
      ['pack', 'Carrier'],
      ['audit', 'Outcome'],
      ['products', 'Kind'],
      ['stock', 'Held'],
    ])) {
      await open(`/${list}`);
      await page.locator('main tbody tr').first().waitFor();
      await page.getByRole('button', { name: t('Columns') }).click();
      await page.getByRole('menuitemcheckbox', { name: t(column) }).click();
      await page.keyboard.press('Escape');
      await page.waitForURL(`**/console/${list}?hide=${column.toLowerCase()}`);
      await page.getByRole('button', { name: t('Save the view') }).waitFor();
      await shoot(operator, list);
    }
    // A view of the prices, whose columns are their currencies.
    await open('/prices/items?currencies=CHF');
    await page.getByRole('button', { name: t('Save the view') }).click();
    await page.getByRole('menuitem', { name: t('Save as a new view…') }).click();
    await page.locator('#view-name').fill('Schweiz');
    await page.keyboard.press('Enter');
    await page
      .getByRole('navigation', { name: t('Views') })
      .getByRole('link', { name: 'Schweiz' })
      .waitFor();
    const { items: views } = await operator.call('saved_view/list', {});
    assert.deepEqual([views.at(-1).list, views.at(-1).query], ['prices', 'currencies=CHF']);
    // The papers of all that are to be packed, cut into files.
    await open('/pack');
    await page.locator('main [data-select]').first().check();
    await page.getByRole('button', { name: t('Actions'), exact: true }).click();
    await page.getByRole('menuitem', { name: t('Ship without tracking numbers…') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Ship them all') })
      .waitFor();
    await page.keyboard.press('Escape');
    const run = await operator.call('bulk/prepare', { call: 'pack/papers', of: { to_pack: true } });
    await operator.call('bulk/start', { id: run.id });
    await open(`/bulk/${run.id}`);
    await page.getByRole('button', { name: t('Print file {number}', { number: '1' }) }).waitFor();
    await shoot(operator, 'files');
    await heading(operator, await page.locator('h1').innerText()).waitFor();
  }));
