/**
 * Carriers' rates, VAT, closing days and currencies: changed, refused at their field, planned and taken back, with the history; axe in each state,
 * in five languages. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

/** Where UPS’s parcels are looked for, as the machine’s file fixes it: on its second line. */
const PINNED = 'https://parcels.valmere.example/{number}';
const folder = await mkdtemp(join(tmpdir(), 'shop-pinned-'));
const file = join(folder, 'shop.toml');
await writeFile(file, `[pin.shipping.tracking]\nups = "${PINNED}"\n`);

const house = await openHouse({ SHOP_CONFIG: file });
after(async () => {
  await closeBrowser();
  await house.stop();
  await rm(folder, { recursive: true });
});

const { SHOTS } = process.env;

const KINDS = /** @type {const} */ ([
  ['en', 1280],
  ['de', 375],
  ['fr', 1280],
  ['es', 768],
  ['zh', 375],
]);

for (const [index, [lang, width]] of turns(KINDS, import.meta.filename).entries()) {
  test(`rates and days are changed and put back, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const axe = async (/** @type {string} */ state) => {
        // What is scrolled to lies half below the header now and then.
        await page.evaluate(() => window.scrollTo(0, 0));
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/tariffs-${state}-${lang}.png`, fullPage: true });
      };
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: t('Save'), exact: true });
      // By the keyboard: a weight that is none, then one that is.
      await open('/settings/shipping');
      // A carrier of the house: an address that is none, then one that is.
      const own = `La Poste ${index}`;
      await page.getByRole('button', { name: t('Add a carrier…') }).press('Enter');
      await dialog.getByLabel(t('Name'), { exact: true }).fill(own);
      const address = dialog.getByLabel(t('Address of the tracking page'));
      await address.fill('http://laposte.example');
      await save.press('Enter');
      await dialog.getByRole('alert').waitFor();
      await axe('carrier');
      await address.fill('https://laposte.example/{number}');
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: own, exact: true }) });
      await row.getByText('laposte.example').waitFor();
      await row.getByRole('button').first().press('Enter');
      await page.getByText(t('Order of the carriers')).first().waitFor();
      await axe('carriers');
      // Taken out of the offer, it is offered in no zone.
      await row.getByRole('button').last().press('Enter');
      await dialog.getByLabel(t('Offered to shoppers')).selectOption('');
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await row.getByText(t('No'), { exact: true }).waitFor();
      const first = page.getByRole('button', { name: /DHL[^:：]*[:：]/ }).first();
      await first.press('Enter');
      await dialog.getByRole('button', { name: t('Another weight') }).press('Enter');
      const weight = dialog.getByLabel(t('Up to, in kg')).last();
      await weight.fill('much');
      await dialog.getByLabel(t('Price in EUR')).last().fill('99,50');
      await save.press('Enter');
      await dialog.getByText(t('This value doesn’t fit here.')).waitFor();
      await axe('offer');
      await weight.fill(`8${index}0,5`);
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByText(new RegExp(`8${index}0[.,]5`))
        .first()
        .waitFor();
      await axe('shipping');
      // A country is found by its name, and delivered to no more; where the shop begins, it stays.
      const begin = page.getByLabel(t('Find a country'));
      await begin.fill('FR');
      await page
        .getByRole('button', { name: /[:：]\s*(?:France|Frankreich|Francia|法国)$/ })
        .last()
        .press('Enter');
      await dialog.getByLabel(t('Delivered to')).selectOption('');
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await axe('country');
      await dialog.getByRole('button', { name: t('Cancel') }).click();
      await begin.fill('IS');
      await page
        .getByRole('button', { name: /[:：]\s*(?:Iceland|Island|Islande|Islandia|冰岛)$/ })
        .last()
        .press('Enter');
      await dialog.getByLabel(t('Zone')).selectOption('world');
      await dialog.getByLabel(t('Delivered to')).selectOption('');
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await begin.fill('');
      await page
        .getByRole('button', { name: /[:：]\s*(?:Iceland|Island|Islande|Islandia|冰岛)$/ })
        .last()
        .press('Enter');
      await axe('countries');
      await dialog.getByLabel(t('Zone')).selectOption('europe-other');
      await dialog.getByLabel(t('Delivered to')).selectOption('yes');
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      // A rate that is planned, and taken back.
      await open('/settings/vat');
      await page
        .getByRole('button', { name: t('New rate…'), exact: true })
        .first()
        .click();
      await dialog.getByLabel(t('Country')).selectOption('FR');
      await dialog.getByLabel(t('Percent')).fill('8,5');
      await dialog.getByLabel(t('From this day on')).fill(`20${40 + index}-01-01`);
      await axe('new rate');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      const taken = page.getByRole('button', { name: t('Take back'), exact: false }).first();
      await taken.waitFor();
      await axe('vat');
      await taken.click();
      await page.getByText(t('It is taken back.')).waitFor();
      const { rows } = await call('tariff/vat', {});
      const french = rows.find((/** @type {any} */ row) => row.country === 'FR');
      assert.ok(french.entries.every((/** @type {any} */ entry) => !entry.is_planned));
      // A class begins with the rates of another, and goes while no goods have it.
      const reduced = `reduced-${lang}`;
      const classRow = (/** @type {string} */ name) =>
        page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      assert.equal(await classRow('standard').getByRole('button').count(), 0, 'goods have it');
      await page.getByRole('button', { name: t('New VAT class…'), exact: true }).press('Enter');
      const key = dialog.getByLabel(t('Key'), { exact: true });
      await key.fill('Reduced');
      await save.press('Enter');
      await dialog.getByRole('alert').waitFor();
      await axe('new class');
      await key.fill(reduced);
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await classRow(reduced).waitFor();
      await axe('classes');
      const elsewhere = page
        .getByRole('row')
        .filter({ hasText: t('All other countries') })
        .filter({ hasText: reduced });
      await elsewhere.getByRole('button').first().press('Enter');
      assert.equal(await dialog.getByLabel(t('VAT class'), { exact: true }).inputValue(), reduced, 'that of the row');
      await dialog.getByRole('button', { name: t('Cancel') }).click();
      await dialog.waitFor({ state: 'detached' });
      await classRow(reduced).getByRole('button').press('Enter');
      const asked = t('Remove the VAT class {key}?').replace('{key}', reduced);
      const question = page.getByRole('alertdialog', { name: asked });
      await question.waitFor();
      await axe('remove class');
      await question.getByRole('button', { name: t('Remove'), exact: true }).press('Enter');
      await question.waitFor({ state: 'detached' });
      await classRow(reduced).waitFor({ state: 'detached' });
      await page
        .getByRole('row')
        .filter({ hasText: t('VAT class {of}').replace('{of}', reduced) })
        .nth(1)
        .waitFor();
      // A day of each year, by Easter.
      await open('/settings/closing-days');
      await page.getByRole('button', { name: t('Close on a day…') }).click();
      await dialog.getByLabel(t('How often')).selectOption('easter');
      await dialog.getByLabel(t('Days after Easter Sunday')).fill(String(40 + index));
      await dialog.getByLabel(t('Occasion')).fill(`Feast ${lang}`);
      await axe('new day');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('cell', { name: `Feast ${lang}` })
        .first()
        .waitFor();
      await axe('closing days');
      // A slip of the point is asked about; then a rate that is meant, and the way back.
      await open('/settings/currencies');
      await page.getByRole('button', { name: /RON/ }).first().press('Enter');
      const rate = dialog.getByLabel(t('Units for one euro'));
      const former = await rate.inputValue();
      await rate.fill('none');
      await save.press('Enter');
      await dialog.getByRole('alert').waitFor();
      await rate.fill('51');
      await save.press('Enter');
      await dialog.getByText(/20/).first().waitFor();
      await dialog.getByRole('checkbox').waitFor();
      await axe('far rate');
      await rate.fill(`5${lang === 'en' || lang === 'zh' ? '.' : ','}3${index + 1}`);
      await save.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await page
        .getByRole('cell', { name: new RegExp(`5[.,]3${index + 1}`) })
        .first()
        .waitFor();
      await axe('currencies');
      await page.getByRole('button', { name: /RON/ }).last().click();
      assert.equal(await rate.inputValue(), former, 'what was before');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      const { currencies } = await call('tariff/currencies', {});
      const leu = currencies.find((/** @type {any} */ one) => one.currency === 'RON');
      assert.equal(Number(leu.terms.rate), Number(former.replace(',', '.')));

      // At which rates the quarter is declared: one that is none, then one that is.
      const zloty = page.getByLabel(t('{currency} for one euro', { currency: 'PLN' }));
      await zloty.fill('much');
      const keep = page
        .getByRole('region', { name: t('Rates for the OSS return') })
        .getByRole('button', { name: t('Save'), exact: true });
      await keep.press('Enter');
      await page.getByText(t('Enter a rate, such as 0.935.')).first().waitFor();
      await axe('ecb');
      await zloty.fill(`4${lang === 'en' || lang === 'zh' ? '.' : ','}2${index + 1}`);
      await keep.press('Enter');
      await page.getByText(t('Saved. The OSS return converts at these rates.')).first().waitFor();
      const quarter = await page.getByLabel(t('Quarter')).inputValue();
      const { rates } = await call('tariff/ecb_rates', { quarter });
      assert.equal(rates.find((/** @type {any} */ one) => one.currency === 'PLN').rate, `4.2${index + 1}`);
    });
  });
}

test('a tracking page that the machine fixes is shown with its line, and cannot be changed here', async () => {
  await withOperator(house, { lang: 'de', width: 375 }, async ({ page, t, open, call, join }) => {
    await join('Pinned Person', 'owner', 'de');
    await open('/settings/shipping');
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'UPS Express', exact: true }) });
    await row.getByText('parcels.valmere.example').waitFor();
    await row.getByRole('button').last().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('Name'), { exact: true }).waitFor();
    assert.equal(await dialog.getByLabel(t('Address of the tracking page')).count(), 0, 'no field');
    await dialog.getByText(PINNED, { exact: true }).waitFor();
    await dialog.getByText(file).waitFor();
    assert.match(await dialog.locator('dl code').innerText(), /shop\.toml\D*2$/);
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/tariffs-pinned-de.png` });
    // What is not fixed is saved all the same, and the page of the parcels stays.
    await dialog.getByLabel(t('Name'), { exact: true }).fill('UPS Standard');
    await dialog.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { carriers } = await call('tariff/shipping', {});
    const ups = carriers.find((/** @type {any} */ one) => one.code === 'ups');
    assert.deepEqual([ups.terms.name, ups.pinned.tracking], ['UPS Standard', PINNED]);
    // Another carrier’s field is there.
    await page.getByRole('rowheader', { name: 'DHL Express', exact: true }).waitFor();
    const other = page
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'DHL Express', exact: true }) });
    await other.getByRole('button').last().press('Enter');
    await dialog.getByLabel(t('Address of the tracking page')).waitFor();
  });
});

test('what a colleague saves while a dialog is open is not overwritten', async () => {
  await withOperator(house, { lang: 'en', width: 1280 }, async ({ page, t, open, call, join }) => {
    await join('Second Person', 'owner', 'en');
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: t('Save'), exact: true });
    const clash = dialog.getByText(t('tariff.changed_meanwhile'));
    const currency = async (/** @type {string} */ code) => {
      const { currencies } = await call('tariff/currencies', {});
      return currencies.find((/** @type {any} */ one) => one.currency === code).terms;
    };
    await open('/settings/currencies');
    await page.getByRole('button', { name: /PLN/ }).first().click();
    await dialog.getByLabel(t('Units for one euro')).fill('4.4');
    const seen = await currency('PLN');
    await call('tariff/save_currency', { currency: 'PLN', seen, terms: { ...seen, rate: '4.41' }, is_confirmed: true });
    // The page has heard of it before the form is sent.
    await page.getByText('4.41').first().waitFor();
    await save.click();
    await clash.waitFor();
    assert.equal((await currency('PLN')).rate, '4.41');
    await dialog.getByRole('button', { name: t('Cancel') }).click();

    const country = async (/** @type {string} */ id) => {
      const { zones } = await call('tariff/shipping', {});
      for (const { key, countries } of zones) {
        const found = countries.find((/** @type {any} */ one) => one.id === id);
        if (found) return { zone: key, is_delivered: found.is_delivered };
      }
      throw new Error(id);
    };
    await open('/settings/shipping');
    await page.getByLabel(t('Find a country')).fill('NO');
    await page
      .getByRole('button', { name: /: Norway$/ })
      .last()
      .click();
    await dialog.getByLabel(t('Zone')).selectOption('europe-other');
    const before = await country('NO');
    await call('tariff/save_country', { country: 'NO', seen: before, place: { ...before, is_delivered: false } });
    await save.click();
    await clash.waitFor();
    assert.equal((await country('NO')).is_delivered, false);
  });
});
