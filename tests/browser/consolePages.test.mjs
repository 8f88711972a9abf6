/**
 * Help pages: a text is typed with its preview, survives a reload, is changed by a colleague at the same time, published and brought
 * back; axe in each state. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { LOST, loseAnswer, meanwhile } from './support/drafts.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { until } from './support/until.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

test('a page is written beside its preview, published, and nothing of two people is lost', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const axe = async (/** @type {string} */ state) => {
      await animationsFinished(page);
      assert.deepEqual(await violations(page), [], state);
    };
    await open('/pages');
    await page.getByRole('link', { name: 'Terms of use' }).waitFor();
    await axe('list');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/pages.png` });
    await open('/pages/returns?lang=en');
    const preview = page.getByRole('region', { name: t('Preview, {name}', { name: 'English' }) });
    await preview.getByRole('heading', { name: 'Model withdrawal form' }).waitFor();
    const editor = page.getByRole('textbox', { name: t('Text in Markdown, {name}', { name: 'English' }) });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Gladly. {if upz}By UPS.{end}\n\n');
    await preview.getByText('Gladly.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'upz' }).waitFor();
    await page.getByText(t('Draft'), { exact: true }).waitFor();
    await axe('a text with a problem');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/page.png`, fullPage: true });
    await page.reload();
    await preview.getByText('Gladly.').waitFor();
    // A colleague saves while this one types.
    const [theirs] = (await call('page/show', { key: 'returns' })).texts;
    const { version, base, text } = theirs.draft;
    await call('page/save', {
      key: 'returns',
      lang: 'en',
      version,
      base,
      text: { ...text, markdown: text.markdown.replace('{if upz}By UPS.{end}', 'Theirs.') },
    });
    await preview.getByText('Theirs.').waitFor();
    // Both type at the same time: both are shown, and what was replaced can still be read after a reload.
    const colleague = async (/** @type {string} */ title) => {
      const [{ draft }] = (await call('page/show', { key: 'returns' })).texts;
      const { version, base, text: was } = draft;
      await call('page/save', { key: 'returns', lang: 'en', version, base, text: { ...was, title } });
    };
    await meanwhile(page, 'page/save', () => colleague('Their title'));
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('Mine. ');
    await page.getByText(t('Somebody has changed this page')).waitFor();
    await page.getByText('Their title').waitFor();
    await axe('two texts');
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await page.getByText(t('What yours has replaced')).waitFor();
    await until('mine is saved', async () => {
      const [saved] = (await call('page/show', { key: 'returns' })).texts;
      return saved.draft.text.markdown.startsWith('Mine. ') && saved.draft.text.title !== 'Their title';
    });
    await page.reload();
    await page.getByText('Their title').waitFor();
    await axe('what was replaced');
    await page.getByRole('button', { name: t('No longer needed') }).click();
    await page.getByText(t('What yours has replaced')).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('Publish…') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await axe('publishing');
    // What a colleague saves while it is asked is not published unread.
    const before = (await call('page/show', { key: 'returns' })).texts[0].versions.length;
    await colleague('Unread title');
    const title = page.getByRole('textbox', { name: t('Title'), includeHidden: true });
    await until('it is shown here', async () => (await title.inputValue()) === 'Unread title');
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await dialog.getByText(t('help_page.changed_meanwhile')).waitFor();
    await axe('refused');
    assert.equal((await call('page/show', { key: 'returns' })).texts[0].versions.length, before);
    await dialog.getByRole('button', { name: t('Cancel') }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: t('Publish…') }).click();
    await dialog.getByRole('button', { name: t('Publish'), exact: true }).click();
    await page.getByText(t('It is published.')).waitFor();
    await page
      .getByRole('button', { name: t('Bring it back') })
      .first()
      .click();
    await page.getByText(t('It is a draft now.')).waitFor();
    const shown = (await call('page/show', { key: 'returns' })).texts[0];
    assert.ok(
      shown.published.text.markdown.startsWith('Mine. Gladly. Theirs.'),
      shown.published.text.markdown.slice(0, 40),
    );
    assert.ok(!shown.draft.text.markdown.includes('Gladly.'));
    // A former text is read without bringing it back.
    await page
      .getByRole('button', { name: t('Read: {0}', { 0: 'English' }) })
      .last()
      .click();
    const former = page.getByRole('dialog');
    await former.getByRole('heading', { name: 'Model withdrawal form' }).waitFor();
    await axe('a version');
    await page.keyboard.press('Escape');
    await former.waitFor({ state: 'detached' });
    // Nothing is discarded by one click, and Enter keeps it.
    const discard = page.getByRole('button', { name: t('Discard the draft…') });
    await discard.click();
    const question = page.getByRole('alertdialog', {
      name: t('Discard the draft in {language}?', { language: 'English' }),
    });
    await question.waitFor();
    await axe('discarding');
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    assert.ok((await call('page/show', { key: 'returns' })).texts[0].draft, 'it is still there');
    await discard.click();
    await question.getByRole('button', { name: t('Discard'), exact: true }).click();
    await page.getByText(t('The draft is discarded.')).waitFor();
    assert.equal((await call('page/show', { key: 'returns' })).texts[0].draft, null);
  });
});

test('theirs is shown where it is chosen, mine is set aside, and a lost answer makes nobody two', async () => {
  await withOperator(house, { expects: LOST }, async ({ page, t, open, call, join }) => {
    await join('Mira Sandoz');
    const key = 'terms-of-use';
    const stored = async () => (await call('page/show', { key })).texts[0];
    const markdown = async () => (await stored()).draft?.text.markdown ?? '';
    // Changes are not heard of: only the question after the failure tells.
    await page.route('**/console_api/changes*', (route) => route.abort('connectionreset'));
    await open(`/pages/${key}?lang=en`);
    const editor = page.getByRole('textbox', { name: t('Text in Markdown, {name}', { name: 'English' }) });
    await editor.click();
    await page.keyboard.press('Control+End');
    await loseAnswer(page, 'page/save');
    await page.keyboard.type('\n\nFirst');
    await page.getByText(t('This is not saved')).waitFor();
    assert.match(await markdown(), /First$/);
    await page.keyboard.type(' second.');
    await until('it is saved by itself', async () => (await markdown()).endsWith('First second.'));
    await page.getByText(t('This is not saved')).waitFor({ state: 'detached' });
    await meanwhile(page, 'page/save', async () => {
      const { version, base, text } = (await stored()).draft;
      const theirs = { ...text, markdown: `${text.markdown} Theirs.` };
      await call('page/save', { key, lang: 'en', version, base, text: theirs });
    });
    await page.keyboard.type(' Mine.');
    await page.getByText(t('Somebody has changed this page')).waitFor();
    await page.getByRole('button', { name: t('Show theirs') }).click();
    await editor.getByText('First second. Theirs.', { exact: true }).waitFor();
    const aside = page.getByRole('region', { name: t('What you typed') });
    await aside.getByText('First second. Mine.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.reload();
    await aside.getByText('First second. Mine.').waitFor();
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await until('mine is saved', async () => (await markdown()).endsWith('First second. Mine.'));
    await page
      .getByRole('region', { name: t('Their text') })
      .getByText('First second. Theirs.')
      .waitFor();
    await call('page/discard', { key, lang: 'en', version: (await stored()).draft.version });
  });
});
