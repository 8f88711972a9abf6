/**
 * Access to mail and payment: refused at its field, entered, shown as entered and never what, tested, removed, of two people one wins
 * knowingly, and only owners change it; axe in five languages and widths. SHOTS=<folder> saves pictures.
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
  await house.stop(/mail server/);
});

const { SHOTS } = process.env;
const PASSWORD = 'grey-mountain-7412';

const KINDS = /** @type {const} */ ([
  ['en', 1440],
  ['de', 375],
  ['fr', 1280],
  ['es', 768],
  ['zh', 375],
]);

for (const [lang, width] of turns(KINDS, import.meta.filename)) {
  test(`a mail server is entered, tested and removed, in ${lang} at ${width} px`, async () => {
    await withOperator(house, { lang, width }, async ({ page, t, open, call, join }) => {
      await join(`Person ${lang}`, 'owner', lang);
      const axe = async (/** @type {string} */ state) => {
        await animationsFinished(page);
        assert.deepEqual(await violations(page), [], state);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/credentials-${state}-${lang}.png`, fullPage: true });
      };
      await open('/settings');
      await page.getByRole('link', { name: t('Access to mail and payment') }).press('Enter');
      const form = page.getByRole('form', { name: t('Mail server') });
      const host = form.getByLabel(t('Server'), { exact: true });
      await host.waitFor();
      await axe('empty');
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(beyond <= 0, 'nothing is wider than the screen');
      // A password that everybody on the way would read.
      await host.fill('smtp.example.com');
      await form.getByLabel(t('Encryption')).selectOption('none');
      await form.getByLabel(t('User name')).fill('shop');
      await form.getByLabel(t('Password'), { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
      await form.getByRole('alert').getByRole('link').click();
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'mail-encryption');
      await axe('refused');
      // A test asks for the same as saving.
      await host.fill('127.0.0.1');
      await form.getByLabel(t('Port')).fill('smtp');
      await form.getByRole('button', { name: t('Test what is typed') }).press('Enter');
      await form.getByRole('alert').getByRole('link').click();
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'mail-port');
      // Nobody listens at that port: the test says so.
      await form.getByLabel(t('Port')).fill('1');
      await form.getByRole('button', { name: t('Test what is typed') }).press('Enter');
      await form.getByText(t('It did not work')).waitFor();
      await axe('test');
      await form.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
      await page.getByText(t('Saved, and in force.')).waitFor();
      await form.getByRole('button', { name: t('Test what is in force') }).waitFor();
      assert.equal(await form.getByLabel(t('Password'), { exact: true }).inputValue(), '');
      // What was typed outlives no reload, and what is entered is not shown.
      await page.reload();
      await form.getByRole('button', { name: t('Test what is in force') }).waitFor();
      assert.ok(!(await page.content()).includes(PASSWORD));
      const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
      assert.ok(!kept.includes(PASSWORD));
      await axe('entered');
      await page.getByRole('button', { name: t('Remove: {label}', { label: t('Mail server') }) }).press('Enter');
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: t('Remove'), exact: true }).press('Enter');
      await page.getByText(t('It is removed.')).waitFor();
      const { credentials } = await call('credential/list', {});
      assert.equal(credentials[0].version, null);
    });
  });
}

test('what somebody else enters meanwhile is shown, and neither overwritten nor removed unseen', async () => {
  await withOperator(house, {}, async ({ page, t, open, call, join }) => {
    await join('Person clash', 'owner', 'en');
    const enter = async (/** @type {string} */ host) => {
      const { credentials } = await call('credential/list', {});
      const server = { host, port: 1, encryption: 'none', user: '', password: '' };
      await call('credential/save_mail', { seen: credentials[0].version, server });
    };
    const hint = async () => (await call('credential/list', {})).credentials[0].hint;
    await open('/settings/credentials');
    const form = page.getByRole('form', { name: t('Mail server') });
    const host = form.getByLabel(t('Server'), { exact: true });
    await host.fill('mine.invalid');
    await enter('theirs.invalid');
    await form.getByText(t('credential.outdated')).waitFor();
    await page.getByText(t('Server: {hint}', { hint: 'theirs.invalid' })).waitFor();
    assert.deepEqual(await violations(page), []);
    await form.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
    await form.getByRole('alert').waitFor();
    assert.equal(await hint(), 'theirs.invalid', 'nothing is overwritten unseen');
    assert.equal(await host.inputValue(), 'mine.invalid', 'what was typed stays');
    await form.getByRole('button', { name: t('credential.keep_typed') }).press('Enter');
    await form.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
    await page.getByText(t('Saved, and in force.')).waitFor();
    assert.equal(await hint(), 'mine.invalid');
    // Theirs instead.
    await host.fill('again.invalid');
    await enter('theirs.invalid');
    await form.getByRole('button', { name: t('Take over theirs') }).press('Enter');
    assert.equal(await host.inputValue(), '');
    await form.getByText(t('credential.outdated')).waitFor({ state: 'detached' });
    // A question that was opened before.
    await page.getByRole('button', { name: t('Remove: {label}', { label: t('Mail server') }) }).press('Enter');
    const dialog = page.getByRole('alertdialog', { name: t('Remove what is entered?') });
    await dialog.waitFor();
    await enter('newer.invalid');
    await page.getByText(t('Server: {hint}', { hint: 'newer.invalid' })).waitFor();
    await dialog.getByRole('button', { name: t('Remove'), exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await hint(), 'newer.invalid', 'what nobody has looked at is not removed');
    // Without a mail server invitations are shown.
    const { credentials } = await call('credential/list', {});
    await call('credential/remove', { name: 'mail', seen: credentials[0].version });
  });
});

test('who is no owner sees what is entered, and changes nothing', async () => {
  await withOperator(house, { width: 375 }, async ({ page, t, open, join }) => {
    await join('Person manager', 'manager', 'en');
    await open('/settings/credentials');
    await page.getByText(t('credential.owners_only')).waitFor();
    await page.getByRole('form', { name: 'Stripe' }).waitFor();
    assert.equal(await page.locator('main form :is(input, select, button)').count(), 0);
    assert.deepEqual(await violations(page), []);
  });
});
