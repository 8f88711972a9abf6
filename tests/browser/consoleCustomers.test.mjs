/**
 * Customers: found by words and from an order, an address corrected, the newsletter offered and undone; axe on each. SHOTS=<folder>
 * saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;
const guest = house.orders.paid;

test('a guest is found, opened from the order, and offered the newsletter with ten seconds to undo', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call } = operator;
    await register(house, call, 'Mira Sandoz');
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

for (const [lang, width, height] of /** @type {const} */ ([
  ['de', 1440, 900],
  ['de', 375, 812],
  ['fr', 768, 1024],
])) {
  test(`customers in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width, height }, async (operator) => {
      const { page, t, open, call } = operator;
      await register(house, call, 'Mira Sandoz', 'owner', lang);
      for (const [name, path, there] of /** @type {const} */ ([
        ['list', '/customers?filter=guests', 'main table'],
        ['one', `/customers/${guest}`, '#customer-orders'],
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
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Offer the newsletter…') }).click();
      await page.getByRole('button', { name: t('Send the link') }).waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), []);
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/customers-offer-${lang}-${width}.png` });
    });
  });
}
