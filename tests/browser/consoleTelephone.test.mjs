/**
 * Orders by telephone: taken by keyboard for somebody who is found, kept as a draft over a reload and for each person, refused where
 * the price has changed; collected at the house; and axe on each step. SHOTS=<folder> saves a picture of each.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;
const MAT = 'BMA-LAC';
const chiara = { first_name: 'Chiara', last_name: 'Lindqvist' };

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** Finds an item and chooses it. @param {Operator} operator @param {string} sku */
async function choose({ page, t }, sku) {
  await page.getByRole('searchbox', { name: t('Find goods') }).fill(sku);
  const row = page
    .getByRole('list', { name: t('Found goods') })
    .getByRole('listitem')
    .filter({ hasText: sku });
  await row.getByRole('button').first().click();
  await page.locator(`[id="telephone-qty_${sku}"]`).waitFor();
}

/** What somebody who is not known says of themselves. @param {Operator} operator */
async function fill({ page }) {
  const values = {
    email: 'jules.marchand@example.com',
    'shipping_address.first_name': 'Jules',
    'shipping_address.last_name': 'Marchand',
    'shipping_address.address1': '3 rue du Port',
    'shipping_address.city': 'Annecy',
    'shipping_address.postcode': '74000',
    'shipping_address.telephone': '+33 6 98 76 54 32',
  };
  await page.locator('[id="telephone-shipping_address.country"]').selectOption('FR');
  for (const [name, value] of Object.entries(values)) await page.locator(`[id="telephone-${name}"]`).fill(value);
}

test('somebody who is known is found, their order kept over a reload, and placed once', async () => {
  const former = await house.order(chiara);
  await house.command('stock', 'set', MAT, '40');
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open('/orders');
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByRole('heading', { level: 1, name: t('Order by telephone') }).waitFor();

    // Nothing is typed yet: said, and led to.
    await page.getByRole('button', { name: t('Place the order') }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('searchbox', { name: t('Find the customer') }).fill('lindqvist');
    await page
      .getByRole('list', { name: t('Found customers') })
      .getByRole('button')
      .first()
      .click();
    const last = page.locator('[id="telephone-shipping_address.last_name"]');
    await page.waitForFunction(
      (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value === 'Lindqvist',
      'telephone-shipping_address.last_name',
    );
    await choose(operator, MAT);
    await page.locator(`[id="telephone-qty_${MAT}"]`).fill('2');
    await page.getByRole('radio', { name: t('Bank transfer') }).check();
    await page.reload();
    assert.equal(await last.inputValue(), 'Lindqvist');
    assert.equal(await page.locator(`[id="telephone-qty_${MAT}"]`).inputValue(), '2');
    await page.getByText(t('Held unpaid until')).waitFor();

    // Somebody else has another draft on the same device.
    const kept = await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('order.new')));
    assert.equal(kept.filter((name) => name.startsWith('console.draft.')).length, 1);

    // What has been sold meanwhile is said at its line; nothing is placed.
    await house.command('stock', 'set', MAT, '1');
    await page.getByRole('button', { name: t('Place the order') }).click();
    await page.locator(`[id="telephone-qty_${MAT}-error"]`).waitFor();
    await house.command('stock', 'set', MAT, '40');
    await page.locator(`[id="telephone-qty_${MAT}"]`).fill('3');
    await page.locator(`[id="telephone-qty_${MAT}-error"]`).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('Place the order') }).dblclick();
    const link = page.getByRole('link', { name: /\d{4}-\d{6}/ });
    await link.waitFor();
    const { items, count } = await call('order/list', { channel: 'telephone', q: 'lindqvist' });
    assert.deepEqual([count, items[0].status], [2, 'pending_bank_transfer']);
    assert.notEqual(items[0].number, former);
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.endsWith('order.new'))),
      [],
    );
    await link.click();
    await page.getByRole('heading', { level: 1, name: items[0].number }).waitFor();
    await page.getByText('Mira Sandoz').first().waitFor();
  });
});

test('goods that are collected leave the packing table without a parcel', async () => {
  await house.command('stock', 'set', MAT, '50');
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const order = {
      items: [{ sku: MAT, qty: 1 }],
      currency: 'EUR',
      shipping_method: 'pickup',
      email: 'jules@example.com',
    };
    const { totals } = await call('telephone/plan', { ...order, country: 'FR' });
    const place = {
      first_name: 'Jules',
      last_name: 'Marchand',
      address1: '3 rue du Port',
      city: 'Annecy',
      postcode: '74000',
    };
    const { number } = await call('telephone/take', {
      ...order,
      lang: 'en',
      payment: 'bank_transfer',
      shipping_address: { ...place, country: 'FR', telephone: '+33698765432' },
      total: totals.total,
      key: crypto.randomUUID(),
    });
    await house.command('order', 'paid', number);
    await open(`/pack?mode=pack&orders=${number}`);
    await page.getByRole('button', { name: t('Tick all') }).click();
    assert.equal(await page.locator('#pack-tracking').count(), 0);
    await page.getByRole('button', { name: t('Ready for collection') }).click();
    await page.getByText(t('Nothing is left on the table')).waitFor();
    await house.later(1);
    await open(`/orders/${number}`);
    await page
      .getByRole('region', { name: t('Collection') })
      .getByText(t('Ready since'))
      .waitFor();
    const { items } = await call('pack/list', {});
    assert.ok(!items.some((/** @type {any} */ one) => one.number === number));
    // From the customer’s page the form is filled for whom it is.
    await open(`/customers/${number}`);
    await page.getByRole('button', { name: t('Order by telephone') }).click();
    await page.waitForFunction(
      (id) => /** @type {HTMLInputElement | null} */ (document.getElementById(id))?.value === 'jules@example.com',
      'telephone-email',
    );
    assert.equal(await page.locator('[id="telephone-shipping_address.address1"]').inputValue(), '3 rue du Port');
  });
});

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['en', 1280],
    ['fr', 1280],
    ['de', 375],
    ['es', 768],
    ['zh', 375],
  ]),
  import.meta.filename,
)) {
  test(`goods are ordered, made ready and handed over, with axe on each step, ${lang}, ${width} px`, async () => {
    await house.command('stock', 'set', MAT, '50');
    await withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      await open('/orders/new');
      const look = async (/** @type {string} */ name) => {
        await animationsFinished(page);
        // What stays at the top must not cover what is measured.
        await page.evaluate(() => window.scrollTo(0, 0));
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/telephone-${name}-${lang}-${width}.png`, fullPage: true });
        assert.deepEqual(await violations(page), [], name);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(isWide, false, `${name} is wider than the screen`);
      };
      await page.getByRole('button', { name: t('Place the order') }).click();
      await page.getByRole('alert').waitFor();
      await look('empty');
      await choose(operator, MAT);
      await fill(operator);
      await page.locator('input[value="pickup"]').check();
      await page.locator('input[value="house"]').check();
      await page.getByText('12 quai du Lac').waitFor();
      await look('form');
      await page.getByRole('button', { name: t('Place the order') }).click();
      const link = page.getByRole('link', { name: /\d{4}-\d{6}/ });
      await link.waitFor();
      await look('placed');
      await link.click();
      const ready = page.getByRole('button', { name: t('Record a payment…') });
      await ready.waitFor();
      const number = await page.locator('h1').innerText();
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Ready for collection…') }).click();
      await page.getByRole('dialog').waitFor();
      await look('ready');
      await page.getByRole('button', { name: t('Tell the customer') }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await house.later(1);
      await page
        .getByRole('region', { name: t('Collection') })
        .getByText(t('Ready since'))
        .waitFor();
      await house.command('order', 'paid', number, '--method', 'offline');
      await page.getByRole('button', { name: t('Hand over…') }).click();
      const name = page.locator('#hand-over-collected_to');
      assert.equal(await name.inputValue(), 'Jules Marchand');
      await look('hand-over');
      await page.getByRole('button', { name: t('Hand over'), exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await house.later(1);
      await page.getByText(t('Handed over to {to}', { to: 'Jules Marchand' })).waitFor();
      await look('collected');
    });
  });
}
