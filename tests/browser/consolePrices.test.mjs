/**
 * Prices and campaigns: a weekend's sale is written, tried out, scheduled, seen in the calendar and called off; prices are typed, pasted
 * and set; axe on each. SHOTS=<folder> saves pictures.
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
const SKU = 'TOW-GAN';

/** A time on the shop's clocks, so many days from now. */
const local = (/** @type {number} */ days) => {
  const at = new Date(Date.now() + days * 86_400_000);
  return `${at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })}T09:00`;
};

test('a sale is tried out, scheduled as it was seen, and called off', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open('/prices');
    await page.getByText(t('No campaign yet')).waitFor();
    await page.getByRole('link', { name: t('New campaign') }).click();
    await page.locator('#campaign-name').fill('Weekend');
    await page.locator('#campaign-begins').fill(local(2));
    await page.locator('#campaign-ends').fill(local(4));
    await page.locator('#campaign-value').fill('120');
    await page.locator('#campaign-words').fill(SKU);
    await page.keyboard.press('Enter');
    await page.getByText(SKU, { exact: true }).first().waitFor();
    // What is typed outlives the page.
    await page.reload();
    await page.getByText(t('What you typed is still here')).waitFor();
    await page.getByText(SKU, { exact: true }).first().waitFor();
    assert.equal(await page.locator('#campaign-value').inputValue(), '120');
    await page.getByRole('button', { name: t('Save the draft') }).click();
    await page.getByText(t('Enter a percentage above 0 and below 100.')).first().waitFor();
    assert.equal(await page.locator('#campaign-name').inputValue(), 'Weekend');
    await page.locator('#campaign-value').fill('20');
    await page.getByRole('button', { name: t('Save the draft') }).click();
    const row = page.getByRole('row').filter({ hasText: SKU });
    await row.filter({ hasText: '€14.40' }).waitFor();
    assert.match((await row.textContent()) ?? '', /€18\.00€18\.00€14\.40−20%/);
    // A colleague changes the price meanwhile: nothing is scheduled that nobody has seen.
    const [{ id, version }] = (await call('campaign/list', {})).items;
    const question = page.getByRole('alertdialog', { name: t('Schedule {name}?', { name: 'Weekend' }) });
    await page.getByRole('button', { name: t('Schedule…') }).click();
    await question.waitFor();
    await call('price/set', { lines: [{ sku: SKU, currency: 'EUR', amount: '20.00' }] });
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Schedule'), exact: true })
      .click();
    await row.filter({ hasText: '€16.00' }).waitFor();
    assert.equal((await call('campaign/show', { id })).campaign.version, version);
    await page.getByRole('button', { name: t('Schedule…') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Schedule'), exact: true })
      .click();
    await page.getByRole('button', { name: t('Call off…') }).waitFor();
    // A week beside the month; its address can be sent. By keyboard alone.
    await open(`/prices?week=${local(2).slice(0, 10)}`);
    const week = page.getByRole('list', { name: /\d/ });
    await week.getByRole('link', { name: 'Weekend' }).first().waitFor();
    await week.getByText(t('from {from}', { from: '09:00' })).waitFor();
    await page.getByRole('button', { name: t('Week after') }).press('Enter');
    await page.getByRole('button', { name: t('Week before') }).press('Enter');
    await week.getByRole('link', { name: 'Weekend' }).first().waitFor();
    await page.getByRole('button', { name: t('Month'), exact: true }).press('Space');
    await page.getByRole('table').first().getByRole('link', { name: 'Weekend' }).first().click();
    // A colleague moves the end meanwhile: both are shown, and what was typed is sent on purpose.
    await page.getByRole('button', { name: t('Move the end…') }).click();
    await page.locator('#campaign-end-ends').fill(local(6));
    const seen = (await call('campaign/show', { id })).campaign;
    await call('campaign/move_end', { id, version: seen.version, ends: local(5) });
    await page.getByRole('dialog').getByText(t('Somebody has changed this campaign')).waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Keep mine') }).click();
    assert.equal(await page.locator('#campaign-end-ends').inputValue(), local(6));
    await page.getByRole('button', { name: t('Move the end'), exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal((await call('campaign/show', { id })).campaign.ends, `${local(6)}:00`);
    await page.getByRole('button', { name: t('Call off…') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Call off'), exact: true })
      .click();
    await page.getByText(t('Called off')).first().waitFor();
    assert.equal((await call('campaign/show', { id })).campaign.state, 'called_off');
  });
});

test('prices are typed and pasted, and nothing changes before it was seen', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    await open(`/prices/items?q=${SKU}`);
    const field = page.locator(`[id="price-${SKU}-EUR"]`);
    await field.fill('21,50');
    await page.reload();
    await field.waitFor();
    assert.equal(await field.inputValue(), '21,50');
    await page.getByRole('button', { name: t('Paste a sheet…') }).click();
    await page.locator('#paste').fill('SKU\tEUR\nSOA-BAR\t9,90\nnothing\tx');
    await page.getByText(t('Lines {numbers}', { numbers: '3' })).waitFor();
    await page.getByRole('dialog').getByRole('button').nth(1).click();
    await page.getByRole('button', { name: t('See what changes…') }).click();
    await page.getByRole('dialog').getByText('SOA-BAR').first().waitFor();
    await page.locator('#set-prices-note').fill('New season');
    await page.getByRole('button', { name: t('Set the prices') }).click();
    await page.getByText(t('The prices are set.')).first().waitFor();
    const { item, changes } = await call('price/show', { sku: SKU });
    assert.equal(item.prices[0].amount, '21.50');
    assert.equal(changes[0].note, 'New season');
    assert.equal((await call('price/show', { sku: 'SOA-BAR' })).item.prices[0].amount, '9.90');
    assert.equal(await field.inputValue(), '');
  });
});

test('a tag of employees is seen before it counts, changed, and switched off', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const tag = async () =>
      (await call('promo/list', {})).items.find((/** @type {any} */ one) => one.tag === 'AUTUMN-25');
    await open('/prices');
    await page.getByRole('link', { name: t('Employee prices') }).click();
    await page.getByRole('heading', { level: 1, name: t('Employee prices') }).waitFor();
    await page.getByRole('button', { name: t('New tag') }).click();
    await page.locator('#promo-tag-tag:focus').waitFor();
    await page.keyboard.type('autumn-25');
    await page.locator('#promo-tag-percent').fill('120');
    await page.keyboard.press('Enter');
    await page.getByText(t('Enter a whole percentage from 1 to 100.')).first().waitFor();
    await page.locator('#promo-tag-percent').fill('25');
    await page.locator('#promo-tag-domains').fill('valmere');
    await page.getByRole('button', { name: t('See what it does…') }).click();
    await page
      .getByText(/valmere.*example\.com/)
      .first()
      .waitFor();
    await page.locator('#promo-tag-domains').fill('@valmere.example');
    await page.getByRole('button', { name: t('See what it does…') }).click();
    await page
      .getByRole('dialog')
      .getByText(/\/\?promo-tag=AUTUMN-25$/)
      .waitFor();
    assert.equal(await tag(), undefined, 'nothing is saved by looking');
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/prices-tag-plan.png` });
    await page.getByRole('button', { name: t('Save the tag') }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'AUTUMN-25' });
    await row.getByText('@valmere.example').waitFor();
    // A colleague changes it while it is open here: what was seen is not what is there.
    await row.getByRole('button', { name: t('Change the tag {tag}…', { tag: 'AUTUMN-25' }) }).click();
    const { version } = await tag();
    await call('promo/save', { tag: 'AUTUMN-25', version, percent: 20, from: '', until: '', domains: [] });
    await page.locator('#promo-tag-percent').fill('10');
    await page.getByRole('button', { name: t('See what it does…') }).click();
    await page
      .getByRole('alert')
      .getByText(/Somebody has changed this tag/)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await row.getByText(t('Everybody with the link')).waitFor();
    assert.equal((await tag()).percent, 20);
    await row.getByRole('button', { name: t('Switch off the tag {tag}…', { tag: 'AUTUMN-25' }) }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Switch off'), exact: true })
      .click();
    await row.getByRole('button', { name: t('Switch on the tag {tag}…', { tag: 'AUTUMN-25' }) }).waitFor();
    assert.equal((await tag()).state, 'off');
  });
});

for (const [lang, width, height] of turns(
  /** @type {const} */ ([
    ['de', 1280, 900],
    ['de', 375, 812],
    ['fr', 768, 1024],
  ]),
  import.meta.filename,
)) {
  test(`prices in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width, height }, async (operator) => {
      const { page, t, open, call, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      const form = {
        name: 'Leinenwochen',
        begins: local(width === 1280 ? 1 : 40),
        ends: local(width === 1280 ? 6 : 50),
        kind: 'percent',
        percent: '15',
        ending: 'ninety',
        items: [{ sku: 'TOW-LAC' }, { sku: SKU }],
      };
      const { campaign } = await call('campaign/save', { form });
      for (const [name, path] of /** @type {const} */ ([
        ['calendar', '/prices'],
        ['week', `/prices?week=${form.begins.slice(0, 10)}`],
        ['campaign', `/prices/campaigns/${campaign.id}`],
        ['employees', '/prices/employees'],
        ['items', '/prices/items?q=tow-lac&currencies=CHF'],
        ['item', `/prices/items/${SKU}`],
      ])) {
        await open(path);
        await page
          .locator(name === 'week' ? 'ol h3' : 'main table')
          .last()
          .waitFor();
        await animationsFinished(page);
        const cut = await page.evaluate(() => {
          const link = document.querySelector('main nav [aria-current]');
          const [right, end] = [link, link?.closest('nav')].map((one) => one?.getBoundingClientRect().right ?? 0);
          return (right ?? 0) - (end ?? 0);
        });
        assert.ok(cut <= 1, `${name} ${lang} ${width}: the current view is cut off by ${cut} px`);
        assert.deepEqual(await violations(page), []);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/prices-${name}-${lang}-${width}.png`, fullPage: true });
        assert.ok(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${name}: no sideways scrolling`,
        );
      }
      if (width === 1280) {
        const plan = await call('campaign/plan', { id: campaign.id });
        await call('campaign/schedule', { id: campaign.id, version: campaign.version, seen: plan.seen });
        await open(`/prices/campaigns/${campaign.id}`);
        await page.getByRole('button', { name: t('Call off…') }).waitFor();
        assert.deepEqual(await violations(page), []);
      }
    });
  });
}
