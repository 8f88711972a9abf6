/**
 * The home page: pictures and categories are chosen, parts put in order, texts written in all languages beside the page in small,
 * published and seen in the shop; axe in each state, five languages. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { turns } from './support/coverage.mjs';
import { meanwhile } from './support/drafts.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** As the shop writes it. */
const FREE_FROM = { en: '€150', fr: '150\u00a0€', de: '150\u00a0€', es: '150\u00a0€', zh: '€150' };

/** The text of a part of the page, where one language is open. @param {import('playwright-core').Page} page @param {string} part @param {string} name */
const textOf = (page, part, name) =>
  page.getByRole('region', { name: part, exact: true }).getByRole('group', { name, exact: true }).getByRole('textbox');

const KINDS = /** @type {const} */ ([
  ['en', 768],
  ['de', 1440],
  ['fr', 375],
  ['es', 375],
  ['zh', 1440],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`the home page in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join, tabTo }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const { home } = await call('home/show', {});
      if (home.draft) await call('home/discard', { version: home.draft.version });
      const axe = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(excess <= 0, `${state}: ${excess} px too wide`);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/home-${state}-${lang}-${width}.png`, fullPage: true });
      };
      const name = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', zh: '中文' }[lang];
      await open('/look/home');
      const small = page.getByRole('region', { name: t('Preview, {name}', { name }) });
      await small.getByText(home.published.texts[lang].story.title).waitFor();
      await axe('opened');
      // The second department goes first, by keyboard.
      const order = home.published.structure.blocks;
      const { categories } = await call('home/show', {});
      const second = categories.find((/** @type {any} */ one) => one.key === order[1]).name;
      await tabTo(page.getByRole('button', { name: t('Move up: {name}', { name: second }), exact: true }));
      await page.keyboard.press('Enter');
      await until('it is saved in its new order', async () => {
        const { draft } = (await call('home/show', {})).home;
        return draft?.document.structure.blocks[0] === order[1];
      });
      // A text that is taken out is counted as missing.
      const title = textOf(page, t('Opening picture'), t('Title'));
      await title.fill('');
      await page.getByRole('button', { name: new RegExp(`^${name}.*1`) }).waitFor();
      await axe('missing');
      await title.fill('Words of this house');
      const seenOn = page.getByRole('combobox', { name: t('As seen on') });
      await seenOn.selectOption('computer');
      await small.getByText('Words of this house').waitFor();
      // On a phone the page has a picture and words of its own.
      // The amount of free delivery is the shop's own.
      const braces = '{free_from}';
      assert.ok(home.published.texts[lang].announcement.includes(braces));
      await small.getByText(home.published.texts[lang].announcement.replace(braces, FREE_FROM[lang])).waitFor();
      await seenOn.selectOption('phone');
      await small.getByText(home.published.texts[lang].hero_mobile.text).waitFor();
      await page.getByRole('button', { name: t('Choose a picture: {name}', { name: t('Story') }) }).click();
      await page.getByRole('dialog').getByRole('radio').first().waitFor();
      await axe('pictures');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    });
  });
}

test('a home page is published into the shop, and nothing of two people is lost', async () => {
  await withOperator(house, {}, async ({ page, context, t, open, call, join }) => {
    await join('Mira Sandoz');
    const before = (await call('home/show', {})).home;
    if (before.draft) await call('home/discard', { version: before.draft.version });
    const { structure } = before.published;
    const draftOf = async () => (await call('home/show', {})).home.draft;
    await open('/look/home');
    const title = textOf(page, t('Opening picture'), t('Title'));
    await title.waitFor();
    // Best sellers: one goes, another is found and comes.
    const sold = page.getByRole('group', { name: t('Best sellers'), exact: true });
    await sold
      .getByRole('button', { name: /^Take off the page/ })
      .first()
      .click();
    await sold.getByRole('searchbox').fill('BED-LAC');
    await sold
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await until('they are saved', async () => {
      const skus = (await draftOf())?.document.structure.bestsellers;
      return skus?.at(-1) === 'BED-LAC' && !skus.includes(structure.bestsellers[0]);
    });
    // A promise is added, and kept off the page until it says something in every language.
    await page.getByRole('button', { name: t('Add a promise') }).click();
    await until(
      'it is saved',
      async () => (await draftOf())?.document.texts.en.facts.length === before.published.texts.en.facts.length + 1,
    );
    const publish = page.getByRole('button', { name: t('Publish…') });
    await until('it can be asked', () => publish.isEnabled());
    await publish.click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await dialog.getByText(t('This is not ready to be published')).waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    await dialog.getByRole('button', { name: t('Cancel') }).click();
    const last = t('Promise {0}', { 0: String(before.published.texts.en.facts.length + 1) });
    await page.getByRole('button', { name: t('Take off the page: {name}', { name: last }) }).click();
    // Where the opening picture leads, in every language.
    await page
      .getByRole('region', { name: t('Opening picture'), exact: true })
      .getByRole('combobox', { name: t('Leads to') })
      .selectOption('beds');
    await title.fill('Mine');
    await until('it is saved', async () => {
      const draft = await draftOf();
      return draft?.document.structure.hero.category === 'beds' && draft.document.texts.en.hero.title === 'Mine';
    });
    // A colleague saves at the same time.
    await meanwhile(page, 'home/save', async () => {
      const { version, base, document } = await draftOf();
      const theirs = structuredClone(document);
      theirs.texts.en.story.title = 'Their story';
      await call('home/save', { version, base, document: theirs });
    });
    await title.fill('Mine again');
    await page.getByText(t('Somebody has changed this home page')).waitFor();
    await page.getByRole('cell', { name: 'Their story', exact: true }).waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Show theirs') }).click();
    await until('theirs is shown', async () => (await title.inputValue()) === 'Mine');
    await page.getByRole('cell', { name: 'Mine again', exact: true }).waitFor();
    await page.getByRole('button', { name: t('Throw it away') }).click();
    await title.fill('Sleep at home');
    await until('it is saved', async () => (await draftOf())?.document.texts.en.hero.title === 'Sleep at home');
    await until('it can be published', () => publish.isEnabled());
    await publish.click();
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await page.getByText(t('It is published.')).waitFor();
    const shop = await context.newPage();
    await shop.goto('/en');
    await shop.getByRole('heading', { level: 1, name: 'Sleep at home' }).waitFor();
    await shop.getByRole('heading', { name: 'Their story' }).waitFor();
    await shop.close();
    // What was published before can be read and brought back.
    await page
      .getByRole('button', { name: t('Bring it back') })
      .first()
      .click();
    await page.getByText(t('It is a draft now.')).waitFor();
    await until('it is as it was', async () => (await title.inputValue()) === before.published.texts.en.hero.title);
    await page
      .getByRole('region', { name: t('Versions'), exact: true })
      .getByRole('button', { name: /^Read/ })
      .last()
      .click();
    await dialog.getByText(t('Then')).first().waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // What a colleague saves while it is asked is not discarded unread.
    await page.getByRole('button', { name: t('Discard the draft…') }).click();
    const question = page.getByRole('alertdialog', { name: t('Discard the draft?') });
    await question.waitFor();
    await animationsFinished(page);
    assert.deepEqual(await violations(page), []);
    const { version, base, document } = await draftOf();
    const unread = structuredClone(document);
    unread.texts.en.hero.title = 'Unread';
    await call('home/save', { version, base, document: unread });
    const hidden = page.getByRole('textbox', { includeHidden: true });
    await until('it is shown here', async () => {
      const values = await hidden.evaluateAll((all) => all.map((one) => /** @type {HTMLInputElement} */ (one).value));
      return values.includes('Unread');
    });
    await question.getByRole('button', { name: t('Discard'), exact: true }).click();
    await question.getByText(t('look.changed_meanwhile')).waitFor();
    assert.equal((await draftOf())?.document.texts.en.hero.title, 'Unread');
  });
});
