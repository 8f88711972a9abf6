/**
 * A copy of the database in the console: what it holds is read before anything is done, it is scheduled, called off, put back, and
 * one that is damaged is told; the anonymised copy is made, saved and deleted.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { PASSWORD } from './support/totp.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop(/the restore has failed; the former database stays/);
});

/** @typedef {import('./support/operator.mjs').Operator} Operator */

const BY_HAND = 'shop-by-hand.db';
const anna = { first_name: 'Anna', last_name: 'Kesselring' };

/** What is answered while the shop is closed, and streams that end with it. */
const CLOSED = /503|ERR_|Failed to load resource/;

/** A copy that lacks the last order; answers the folder of copies. @param {Operator} operator */
async function copied({ call }) {
  const { backups } = await call('system/backup', {});
  await house.order(anna);
  return backups.folder;
}

/** Opens the dialog of the copy. @param {Operator} operator */
async function choose({ page, t, open: go }) {
  await go('/system#copies');
  await page.getByRole('button', { name: `${t('Put back…')} ${BY_HAND}` }).click();
  const dialog = page.getByRole('alertdialog', { name: t('Put {name} back?', { name: BY_HAND }) });
  await dialog.getByText(t('The copy was read from beginning to end and is sound.')).waitFor();
  return dialog;
}

/** @param {Operator} operator @param {import('playwright-core').Locator} dialog */
async function scheduleNow({ t }, dialog) {
  await dialog.getByLabel(t('When')).selectOption('now');
  await dialog.getByRole('textbox', { name: t('Name of the copy') }).fill(BY_HAND);
  await dialog.getByRole('button', { name: t('Put the copy back') }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Overwrites the middle of a file. @param {string} file */
async function damage(file) {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(65536, 0xa5), 0, 65536, Math.floor(size / 2));
  await handle.close();
}

test('the anonymised copy is made, saved with proof, and deleted', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t } = operator;
    await operator.join('Mira Sandoz');
    await operator.open('/system#staging');
    const part = page.getByRole('region', { name: t('Copy to try things on') });
    await part.getByRole('button', { name: t('Make an anonymised copy') }).click();
    const save = part.getByRole('button', { name: t('Save the copy') });
    await save.waitFor();
    // Nothing lies half under the header.
    await page.evaluate(() => window.scrollTo(0, 0));
    assert.deepEqual(await violations(page), []);
    const saved = page.waitForEvent('download');
    await save.click();
    const file = await saved;
    assert.equal(file.suggestedFilename(), 'shop-anonymised.db');
    const bytes = await readFile(await file.path());
    assert.equal(bytes.subarray(0, 15).toString(), 'SQLite format 3');
    assert.ok(!bytes.includes('Carpentier') && !bytes.includes('Mira Sandoz'));
    await part.getByRole('button', { name: t('Delete it') }).click();
    await part.getByRole('button', { name: t('Make an anonymised copy') }).waitFor();
  }));

test('what a copy holds is told on a phone too, and it is called off', () =>
  withOperator(house, { lang: 'de', width: 375 }, async (operator) => {
    const { page, t } = operator;
    await operator.join('Mira Sandoz', 'owner', 'de');
    await copied(operator);
    const dialog = await choose(operator);
    await dialog.getByText(t('Orders that would be lost: {lost}', { lost: '1' })).waitFor();
    assert.deepEqual(await violations(page), []);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${overflow} px too wide`);
    // The name is typed in full, or nothing happens.
    const name = dialog.getByRole('textbox', { name: t('Name of the copy') });
    await name.fill('shop-by-hand');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await name.fill(BY_HAND);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { restore } = await operator.call('system/show', {});
    assert.equal(restore.state, 'scheduled');
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Call it off') }).click();
    await page.getByText(t('The restore is called off. Everything stays as it is.')).waitFor();
    assert.equal((await operator.call('system/show', {})).restore, null);
  }));

test('a copy that turns out to be damaged leaves everything as it is, and is told', () =>
  withOperator(house, { expects: CLOSED }, async (operator) => {
    const { page, t } = operator;
    await operator.join('Mira Sandoz');
    const folder = await copied(operator);
    const dialog = await choose(operator);
    await damage(join(folder, BY_HAND));
    // The page is loaded anew by itself, in the session that it had.
    const anew = page.waitForEvent('load');
    await scheduleNow(operator, dialog);
    await anew;
    await page
      .getByRole('alert')
      .filter({ hasText: t('{copy} could not be put back', { copy: BY_HAND }) })
      .waitFor();
    await page.getByText('is no sound copy').first().waitFor();
    assert.deepEqual(await violations(page), []);
    await operator.open('/today');
    await page.getByRole('heading', { name: t('Restores that failed') }).waitFor();
    await page.getByRole('link', { name: BY_HAND }).first().click();
    await page.waitForURL('**/console/system#copies');
    await page.getByRole('button', { name: t('Understood') }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    // Its dialog says so before anything is done.
    await page.getByRole('button', { name: `${t('Put back…')} ${BY_HAND}` }).click();
    await page.getByText(t('This copy is damaged. Choose another one.')).waitFor();
    assert.equal(await page.getByRole('button', { name: t('Put the copy back') }).count(), 0);
  }));

test('a copy is put back while the page says so, and one signs in again', () =>
  withOperator(house, { expects: CLOSED }, async (operator) => {
    const { page, t } = operator;
    const { email, key } = await register(house, operator.call, 'Mira Sandoz');
    const folder = await copied(operator);
    // While another process holds it, the restore waits: so long the page can be looked at.
    const holder = spawn('flock', [join(dirname(folder), 'copy.lock'), 'cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
    holder.stdin.write('held\n');
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    try {
      await scheduleNow(operator, await choose(operator));
      await page.getByRole('status').filter({ hasText: BY_HAND }).first().waitFor();
      await page.getByRole('heading', { name: t('A copy is being put back') }).waitFor();
      assert.deepEqual(await violations(page), []);
      await page.reload();
      await page.getByRole('heading', { name: t('A copy is being put back') }).waitFor();
    } finally {
      holder.stdin.end();
    }
    const signIn = page.getByRole('button', { name: t('Sign in'), exact: true });
    await signIn.waitFor();
    await page.getByRole('textbox', { name: t('Email address'), exact: true }).fill(email);
    await page.getByLabel(t('Password'), { exact: true }).fill(PASSWORD);
    await page.getByLabel(t('Code'), { exact: true }).fill(await house.code(key));
    await signIn.click();
    await page.getByRole('heading', { level: 1, name: t('System'), exact: true }).waitFor();
    const { restore } = await operator.call('system/show', {});
    assert.equal(restore.state, 'done');
    await page.getByText(restore.kept).first().waitFor();
    assert.deepEqual(await violations(page), []);
    await page.getByRole('button', { name: t('Understood') }).click();
    await page.getByRole('button', { name: t('Understood') }).waitFor({ state: 'detached' });
  }));
