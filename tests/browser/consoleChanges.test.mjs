/**
 * An order changed by telephone: another address, two people at it, pieces taken out with what they come to, another carrier, a payment that was
 * none; and axe on each form. SHOTS=<folder> saves a picture of each.
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
const maria = { first_name: 'María José', last_name: 'Rossi-D’Été' };

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** Chooses one of the actions that stand in the menu. @param {Operator} operator @param {string} label */
async function choose({ page, t }, label) {
  await page.getByRole('button', { name: t('More actions') }).click();
  await page.getByRole('menuitem', { name: t(label) }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the form that takes back the only payment. @param {Operator} operator */
const openUnpay = async ({ page, t }) => {
  await page.getByRole('button', { name: t('Booked by mistake…') }).click();
  await page.locator('#unpay-reason').waitFor();
};

test('an address is changed, and what somebody else has changed meanwhile is shown beside it', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await choose(operator, 'Change the addresses…');
    // Not empty, and told at the field.
    const street = page.locator('[id="address-shipping_address.address1"]');
    await street.fill('');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').waitFor();
    await street.fill('12 rue Neuve');
    await page.locator('[id="address-shipping_address.company"]').fill('Hôtel du Lac');
    await page.keyboard.press('Enter');
    await page.getByText(t('The addresses of {number} have been changed.', { number })).first().waitFor();
    await page.getByText('12 rue Neuve').first().waitFor();
    const order = await call('order/show', { number });
    assert.equal(order.shipping_address.company, 'Hôtel du Lac');
    assert.deepEqual(
      order.invoices.map((/** @type {any} */ one) => one.kind),
      ['invoice', 'credit_note', 'invoice'],
    );

    // Somebody else is quicker: both are seen, and neither is lost.
    await choose(operator, 'Change the addresses…');
    await street.fill('14 rue Neuve');
    const shipping = { ...order.shipping_address, address1: '99 quai du Lac' };
    const { version } = order;
    await withOperator(house, {}, async (other) => {
      await other.join('Jonas Keller');
      const args = { number, version, shipping_address: shipping, billing_address: null };
      await other.call('order/set_addresses', args);
      await house.later(1);
    });
    await page.keyboard.press('Enter');
    await dialog.getByText(t('The order says now')).waitFor();
    assert.equal(await dialog.getByRole('listitem').filter({ hasText: '99 quai du Lac' }).count(), 1);
    assert.equal(await street.inputValue(), '14 rue Neuve');

    // Once more, told before anything is sent: what nobody typed here is taken over.
    const now = await call('order/show', { number });
    await withOperator(house, {}, async (other) => {
      await other.join('Emil Roth');
      const moved = { ...now.shipping_address, company: 'Hôtel du Port' };
      const args = { number, version: now.version, shipping_address: moved, billing_address: null };
      await other.call('order/set_addresses', args);
      await house.later(1);
    });
    await dialog.getByRole('button', { name: t('Go on with the order as it is now') }).click();
    await dialog.getByRole('listitem').filter({ hasText: 'Hôtel du Port' }).waitFor();
    assert.equal(await page.locator('[id="address-shipping_address.company"]').inputValue(), 'Hôtel du Port');
    assert.equal(await street.inputValue(), '14 rue Neuve');
  });
});

test('pieces are taken out by keyboard, and what goes back is shown before', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join, tabTo } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await tabTo(page.getByRole('button', { name: t('More actions') }));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: t('Take pieces out…') }).focus();
    await page.keyboard.press('Enter');
    const pieces = page.locator('#remove-line_0');
    await tabTo(pieces);
    await page.keyboard.type('1');
    await page.getByText(t('Goes back')).waitFor();
    await tabTo(page.locator('#remove-reason'));
    await page.keyboard.type('Called');
    await tabTo(page.getByRole('button', { name: t('Take out'), exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText(t('Pieces have been taken out of {number}.', { number })).first().waitFor();
    await page
      .getByText(t('{canceled} of {before} taken out', { canceled: '1', before: '2' }))
      .first()
      .waitFor();
    const order = await call('order/show', { number });
    assert.equal(order.refunds[0].reason, 'order_changed');
    assert.equal(order.totals.total_qty, 1);
  });
});

test('another carrier takes the order, and what that comes to is shown before', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await choose(operator, 'Change the carrier…');
    const dialog = page.getByRole('dialog');
    // Nothing is chosen yet: told at the field.
    await dialog.getByRole('button', { name: t('Change the carrier') }).click();
    await dialog.getByRole('alert').waitFor();
    await page.locator('#carrier-carrier').selectOption('dhl');
    await dialog.getByText(t('Borne by the house')).waitFor();
    await page.locator('#carrier-reason').fill('She travels on Friday');
    await dialog.getByRole('button', { name: t('Change the carrier') }).click();
    await page.getByText(t('The carrier of {number} has been changed.', { number })).first().waitFor();
    const order = await call('order/show', { number });
    assert.equal(order.shipping_method, 'dhl');
    const { carrier, carrier_now: now } = order.changes[0];
    await page
      .getByText(t('Carrier changed: {carrier} instead of {former}', { carrier: now, former: carrier }))
      .waitFor();
  });
});

test('a dearer carrier waits for its surcharge, and the order changes once that is paid', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await choose(operator, 'Change the carrier…');
    await page.locator('#carrier-carrier').selectOption('dhl');
    await page.locator('#carrier-surcharge').check();
    await page.getByText(t('Delivery if paid today')).waitFor();
    await page.getByRole('button', { name: t('Offer the surcharge') }).click();
    await page
      .getByText(t('The surcharge for {number} has been offered to the customer.', { number }))
      .first()
      .waitFor();
    const [offer] = (await call('order/show', { number })).additions;
    await page.getByText(t('Waits for the surcharge for {carrier}', { carrier: offer.carrier })).waitFor();
    assert.equal(await page.getByRole('button', { name: t('Ship…') }).count(), 0);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/changes-awaited.png` });
    await page.getByText(`· ${t('surcharge for {carrier}', { carrier: offer.carrier })}`).waitFor();
    await page.getByRole('link', { name: t('To the surcharge {number}', { number: offer.number }) }).click();
    await page.getByText(t('Surcharge for another carrier of this order:')).waitFor();
    // Paid by hand: the order changes on the screen of whoever has it open.
    await open(`/orders/${number}`);
    await house.command('order', 'paid', offer.number, '--method', 'offline');
    const { changes, shipping_method: method } = await call('order/show', { number });
    assert.equal(method, 'dhl');
    const { carrier, carrier_now: now } = changes[0];
    await page
      .getByText(t('Carrier changed: {carrier} instead of {former}', { carrier: now, former: carrier }))
      .waitFor();
  });
});

test('a payment that was booked by mistake is taken back', async () => {
  const number = await house.order(maria);
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/orders/${number}`);
    await openUnpay(operator);
    await page.locator('#unpay-reason').fill('Another order');
    await page.getByRole('button', { name: t('Take the payment back') }).click();
    await page.getByText(t('The payment of {number} has been taken back.', { number })).first().waitFor();
    await page.getByRole('button', { name: t('Record a payment…') }).waitFor();
    assert.equal((await call('order/show', { number })).status, 'pending_offline');
  });
});

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['de', 1280],
    ['de', 375],
    ['fr', 320],
  ]),
  import.meta.filename,
)) {
  test(`axe on the forms, ${lang}, ${width} px`, async () => {
    const number = await house.order(maria);
    await withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      await open(`/orders/${number}`);
      const look = async (/** @type {string} */ name) => {
        await animationsFinished(page);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/changes-${name}-${lang}-${width}.png` });
        assert.deepEqual(await violations(page), [], name);
        const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(isWide, false, `${name} is wider than the screen`);
      };
      await choose(operator, 'Change the addresses…');
      await page.locator('[id="address-shipping_address.postcode"]').waitFor();
      await page.getByText(t('The invoice goes to the same address')).click();
      await page.locator('[id="address-billing_address.country"]').waitFor();
      await look('addresses');
      await page.keyboard.press('Escape');
      await choose(operator, 'Take pieces out…');
      await page.locator('#remove-line_0').fill('1');
      await page.getByText(t('Goes back')).waitFor();
      await look('remove');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await choose(operator, 'Change the carrier…');
      await page.locator('#carrier-carrier').selectOption('dhl');
      await page.getByText(t('Borne by the house')).waitFor();
      await look('carrier');
      await page.locator('#carrier-surcharge').check();
      await page.getByText(t('Delivery if paid today')).waitFor();
      await look('surcharge');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await openUnpay(operator);
      await look('unpay');
    });
  });
}
