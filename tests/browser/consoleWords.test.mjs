/**
 * The words of the catalogue: a value added, renamed, moved by keyboard with its focus kept and removed, a maker refused at its fields, what
 * is in use, countries of a group, synonyms, what a colleague saved meanwhile; axe in each state, in five languages. SHOTS=<folder> saves pictures.
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
  ['en', 1280],
  ['de', 375],
  ['fr', 1280],
  ['es', 768],
  ['zh', 375],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`words of the catalogue are changed and found, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const looks = async (/** @type {string} */ state) => {
        await page.evaluate(() => window.scrollTo(0, 0));
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(over <= 0, `${state} is ${over} px wider than the window`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/words-${state}-${lang}.png`, fullPage: true });
      };
      const dialog = page.getByRole('dialog');
      // Toasts are dialogs of that role too.
      const remove = page.getByRole('button', { name: t('Remove'), exact: true });
      const alert = page.getByRole('alertdialog').filter({ has: remove });
      const save = dialog.getByRole('button', { name: t('Save'), exact: true });
      const rowOf = (/** @type {string} */ code) =>
        page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: code, exact: true }) });
      const list = (/** @type {object} */ args) => call('lexicon/list', args);

      await open('/products');
      await page.getByRole('link', { name: t('Words of the catalogue'), exact: true }).click();
      await page.getByRole('heading', { level: 1, name: t('Words of the catalogue') }).waitFor();
      await page.getByRole('table').waitFor();
      await looks('makers');
      // Outside the Union somebody must answer in it.
      await page.getByRole('button', { name: t('New maker…') }).click();
      await dialog.getByLabel(t('Name'), { exact: true }).fill(`Weavers ${lang}`);
      await dialog.getByLabel(t('Address'), { exact: true }).fill('1 Linen Street, Hangzhou');
      await dialog.getByLabel(t('Email address'), { exact: true }).fill('looms@weavers.example');
      await dialog.getByLabel(t('Country'), { exact: true }).selectOption('CN');
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await looks('maker-refused');
      await dialog.getByLabel(t('Country'), { exact: true }).selectOption('FR');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText(`Weavers ${lang}`).first().waitFor();

      // An option has its values behind its name.
      await page.getByRole('link', { name: t('Options'), exact: true }).click();
      await page.getByRole('link', { name: 'bed_size', exact: true }).waitFor();
      await looks('options');
      await page.getByRole('link', { name: 'bed_size', exact: true }).click();
      await page.getByRole('button', { name: t('New value…') }).click();
      const code = `vast_${lang}`;
      await dialog.getByLabel(t('Code'), { exact: true }).fill(code);
      await dialog.getByLabel('English', { exact: true }).fill(`Vast ${lang}`);
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await looks('value-missing');
      for (const one of ['Français', 'Deutsch', 'Español', '中文'])
        await dialog.getByLabel(one, { exact: true }).fill(`Vaste ${one} ${lang}`);
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await rowOf(code).waitFor();
      // Up by the keyboard: the button keeps the focus.
      const up = page.locator(`#word-up-${code}`);
      await up.focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        (own) => [...document.querySelectorAll('tbody th')].at(-1)?.textContent?.trim() !== own,
        code,
      );
      await page.waitForFunction((id) => document.activeElement?.id === id, `word-up-${code}`);
      await looks('values');
      // A colleague saves it while it is open.
      await rowOf(code).getByRole('button').last().click();
      await dialog.getByLabel('English', { exact: true }).fill(`Endless ${lang}`);
      const { entries } = await list({ part: 'values', of: 'bed_size', find: code });
      const { version } = entries[0];
      await call('lexicon/save', {
        part: 'values',
        of: 'bed_size',
        code,
        version,
        fields: { 'text.de': `Riesig ${lang}` },
      });
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await looks('clash');
      await dialog.getByRole('button', { name: t('Cancel') }).click();
      await rowOf(code).getByText(`Riesig ${lang}`).waitFor();
      // Nobody uses it: it is removed.
      await rowOf(code).getByRole('button').last().click();
      await dialog.getByRole('button', { name: t('Remove…') }).click();
      await alert.waitFor();
      await looks('remove');
      await remove.click();
      await alert.waitFor({ state: 'detached' });
      await rowOf(code).waitFor({ state: 'detached' });
      // What products use says so, and cannot be.
      const used = (await list({ part: 'values', of: 'bed_size' })).entries.find(
        (/** @type {{ uses: number }} */ one) => one.uses > 0,
      );
      await rowOf(used.code).getByRole('button').last().click();
      await dialog.waitFor();
      assert.equal(await dialog.getByRole('button', { name: t('Remove…') }).count(), 0);
      await looks('in-use');
      await dialog.getByRole('button', { name: t('Cancel') }).click();

      await page.getByRole('link', { name: t('Shipping groups'), exact: true }).click();
      await page.getByRole('button', { name: t('New shipping group…') }).click();
      await dialog.getByLabel(t('Code'), { exact: true }).fill(`near-${lang}`);
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('button', { name: t('Choose all') }).click();
      await looks('group');
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await rowOf(`near-${lang}`).waitFor();
      await looks('groups');

      await open('/products/words?part=words');
      await page.getByLabel(t('Words for')).selectOption('attribute.colour');
      await page.getByRole('table').waitFor();
      await looks('words');

      await page.getByRole('link', { name: t('Synonyms of the search'), exact: true }).click();
      await page.getByRole('button', { name: t('New synonyms…') }).click();
      const words = dialog.getByLabel(t('Words of one meaning'));
      await words.fill('snuggler');
      await save.click();
      await dialog.getByRole('alert').waitFor();
      await words.fill(`snuggler ${lang}\nduvet`);
      await save.click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('searchbox', { name: t('Search these words') }).fill(`snuggler ${lang}`);
      await page.getByText(`duvet, snuggler ${lang}`).waitFor();
      await looks('synonyms');
    });
  });
}
