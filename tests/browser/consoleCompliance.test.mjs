/**
 * What the law asks: entries lead to the field that mends them, by the keyboard, and are gone afterwards; duties stand with law and
 * place in the reader's language. axe in five languages and widths. SHOTS=<folder> saves pictures.
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

const KINDS = /** @type {const} */ ([
  ['en', 1440],
  ['de', 375],
  ['fr', 1280],
  ['es', 768],
  ['zh', 375],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`an entry is mended where it leads, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      await open('/settings');
      await page.getByRole('link', { name: t('What the law asks') }).press('Enter');
      const table = page.getByRole('table').first();
      const entry = table.getByRole('link', { name: t('Director of publication') });
      await entry.waitFor();
      await animationsFinished(page);
      assert.deepEqual(await violations(page), [], 'the list');
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/compliance-${lang}.png`, fullPage: true });
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(beyond <= 0, 'nothing is wider than the screen');
      // Every duty is in the reader's language: none of another language's texts is left.
      const { duties } = await call('compliance/list', {});
      const second = page.getByRole('table').nth(1);
      assert.equal(await second.getByRole('rowheader').count(), duties.length);
      const told = await second.getByRole('rowheader').allInnerTexts();
      const english = duties.map((/** @type {any} */ one) => one.duty.message);
      if (lang !== 'en')
        assert.deepEqual(
          told.filter((text) => english.includes(text)),
          [],
        );
      await second.getByText(t('Tests'), { exact: true }).first().click();
      await second
        .getByText(/tests\/compliance\.rs/)
        .first()
        .waitFor();
      // The entry leads to its field.
      await entry.press('Enter');
      const field = page.getByLabel(t('Director of publication'));
      await field.waitFor();
      await page.waitForFunction(() => document.activeElement?.id === 'setting-company.director');
      const name = `Reto Caviezel ${lang}`;
      const before = await field.inputValue();
      await field.fill(name);
      await page.getByRole('button', { name: t('Save'), exact: true }).click();
      await page
        .getByRole('dialog', { name: t('What is going to change') })
        .getByRole('button', { name: t('Save'), exact: true })
        .click();
      await page.getByText(t('Saved, and in force.')).waitFor();
      await open('/settings/compliance');
      await table.getByRole('link', { name: t('Name of the house') }).waitFor();
      assert.equal(await entry.count(), 0, 'what is mended is gone');
      await call('setting/save', { edits: [{ key: 'company.director', seen: name, value: before }] });
      await entry.waitFor();
    });
  });
}
