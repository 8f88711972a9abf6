/**
 * Customers: found by words and from an order, an address corrected, the newsletter offered and undone; axe on each. SHOTS=<folder>
 * saves pictures.
 */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';
import { until } from './support/until.mjs';

// Whoever subscribes by a call solves no puzzle and follows no link.
const house = await openHouse({ SHOP__CAPTCHA__PROVIDER: 'none', SHOP__NEWSLETTER__DOUBLE_OPT_IN: 'false' });
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;
const guest = house.orders.paid;

test('a guest is found, opened from the order, and offered the newsletter with ten seconds to undo', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open('/customers');
    await page.getByText(t('No accounts yet')).waitFor();
    await page.getByRole('button', { name: t('Guests without an account') }).click();
    const search = page.getByRole('searchbox', { name: t('Search customers') });
    await search.fill('oberhuber');
    await page.waitForURL(/q=oberhuber/);
    const row = page.locator(`[id="customer-${guest}"]`);
    await row.waitFor();
    assert.match(page.url(), /filter=guests/);
    await page.reload();
    await row.waitFor();
    assert.equal(await search.inputValue(), 'oberhuber', 'the address holds the state');
    await open(`/orders/${guest}`);
    await page.getByRole('link', { name: t('Guest'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /Oberhuber/ }).waitFor();
    assert.ok(page.url().endsWith(`/customers/${guest}`), page.url());
    await page.getByRole('button', { name: t('More actions') }).click();
    await page.getByRole('menuitem', { name: t('Offer the newsletter…') }).click();
    await page.getByRole('button', { name: t('Send the link') }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: t('Undo') })
      .first()
      .click();
    const shown = () => call('customer/show', { key: guest });
    await until('it is undone', async () => (await shown()).pending === null);
    assert.equal((await shown()).newsletter, null);
    await page.getByText(t('Never asked for.')).waitFor();
    // A note that is begun outlives the page, and says who has written it.
    await page.locator('#customer-note-text').fill('Rings twice');
    await page.reload();
    await page.locator('#customer-note-text').waitFor();
    assert.equal(await page.locator('#customer-note-text').inputValue(), 'Rings twice');
    await page.getByRole('button', { name: t('Add the note') }).click();
    await page.getByText(/^Mira Sandoz · /).waitFor();
    assert.equal((await shown()).notes[0].text, 'Rings twice');
    assert.equal(await page.locator('#customer-note-text').inputValue(), '');
    // A deletion is confirmed with the address.
    await page.getByRole('button', { name: t('More actions') }).click();
    await page.getByRole('menuitem', { name: t('Erase…') }).click();
    await page.locator('#customer-erase-email').fill('somebody@example.com');
    await page.keyboard.press('Enter');
    await page.getByText(t('Enter the customer’s email address, as it stands above.')).first().waitFor();
  });
});

/**
 * Somebody gets the newsletter.
 * @param {import('./support/operator.mjs').Operator} operator
 * @param {string} email
 */
async function subscribe({ context }, email) {
  const shopper = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), context.request, 'en');
  const letters = { hah_subscribe: 1, brand: 0, all_subscribe_status: 0 };
  await shopper.call('newsletter/subscribe', { email, ...letters, source: 'footer' });
}

test('subscriptions are found by the beginning of their address, and taken out as a sheet', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Mira Sandoz');
    for (const name of ['wanda', 'walter', 'ines']) await subscribe(operator, `${name}@example.com`);
    await open('/customers');
    await page.getByRole('link', { name: t('Newsletter'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('Newsletter') }).waitFor();
    const names = async () => (await page.locator('main tbody th').allTextContents()).map((text) => text.trim());
    await page.getByRole('searchbox', { name: t('Search subscriptions') }).fill('WA');
    await page.waitForURL(/q=WA/);
    await until('two are found', async () => `${await names()}` === 'walter@example.com,wanda@example.com');
    await page.getByRole('button', { name: t('Subscribed'), exact: true }).click();
    await page.waitForURL(/status=subscribed/);
    await page.reload();
    await page.locator('main tbody').waitFor();
    assert.deepEqual(await names(), ['walter@example.com', 'wanda@example.com'], 'the address holds the state');
    await page.getByRole('button', { name: t('Ended'), exact: true }).click();
    await page.getByText(t('No subscription matches')).waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Export as CSV') }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: t('The shop’s') }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^newsletter-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
    assert.ok(lines.length === 4 && lines[0]?.startsWith('email,'), lines.join('\n'));
  });
});

for (const [lang, width, height] of turns(
  /** @type {const} */ ([
    ['de', 1440, 900],
    ['de', 375, 812],
    ['fr', 768, 1024],
  ]),
  import.meta.filename,
)) {
  test(`customers in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width, height }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      await subscribe(operator, `a-very-long-name-of-somebody-${lang}-${width}@mail.example.com`);
      for (const [name, path, there] of /** @type {const} */ ([
        ['list', '/customers?filter=guests', 'main table'],
        ['one', `/customers/${guest}`, '#customer-orders'],
        ['newsletter', '/customers/newsletter', 'main table'],
      ])) {
        await open(path);
        await page.locator(there).first().waitFor();
        await animationsFinished(page);
        assert.deepEqual(await violations(page), []);
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          'no sideways scrolling',
        );
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/customers-${name}-${lang}-${width}.png`, fullPage: true });
      }
      await open(`/customers/${guest}`);
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Offer the newsletter…') }).click();
      await page.getByRole('button', { name: t('Send the link') }).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/customers-offer-${lang}-${width}.png` });
    });
  });
}
