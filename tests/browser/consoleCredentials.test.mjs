/**
 * Access to mail and payment: refused at its field, entered, shown as entered and never what, tested, removed, of two people one wins
 * knowingly, and only owners change it; axe in five languages and widths. SHOTS=<folder> saves pictures.
 */

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
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

test('keys of WeChat Pay are refused at their fields, entered, and shown to nobody again', async () => {
  await withOperator(house, { width: 375 }, async ({ page, t, open, call, join }) => {
    await join('Person wechat', 'owner', 'en');
    // Of one pair both halves: only WeChat Pay could tell that they are no two pairs.
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const apiKey = 'c41b90fa7e6d4d2f8a3359e0b17c6d28';
    await open('/settings/credentials');
    const form = page.getByRole('form', { name: t('WeChat Pay') });
    const privateField = form.getByLabel(t('Private key of the merchant'));
    const apiField = form.getByLabel(t('APIv3 key'), { exact: true });
    const save = form.getByRole('button', { name: t('Save'), exact: true });
    await form.getByLabel(t('Merchant number')).fill('1900009191');
    await form.getByLabel(t('App ID')).fill('wxd678efh567hg6787');
    await form.getByLabel(t('Serial number of the API certificate')).fill('5157F09EFDC096DE15EBE81A47057A7232F1B8E1');
    await privateField.fill('-----BEGIN PRIVATE KEY-----');
    await form.getByLabel(t('ID of WeChat Pay’s public key')).fill('PUB_KEY_ID_0114232134912410000000000000');
    await form.getByLabel(t('WeChat Pay’s public key'), { exact: true }).fill(publicKey);
    await apiField.fill('short');
    await save.press('Enter');
    const refused = form.getByRole('alert');
    await refused.getByRole('link', { name: t('credential.wechat_api_key') }).waitFor();
    await refused.getByRole('link', { name: t('credential.wechat_private_key') }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'wechat-private_key');
    assert.deepEqual(await violations(page), []);
    await privateField.fill(privateKey);
    await apiField.fill(apiKey);
    await save.press('Enter');
    await page.getByText(t('Saved, and in force.')).waitFor();
    for (const field of [privateField, apiField]) assert.equal(await field.inputValue(), '');
    // Nothing of them outlives a reload, neither in the page nor on the device; who the merchant is may be read.
    await page.reload();
    await form.getByRole('button', { name: t('Test what is in force') }).waitFor();
    const about = page.getByRole('region', { name: t('WeChat Pay') });
    await about.getByText(t('Merchant {hint}', { hint: '1900009191' })).waitFor();
    const answer = JSON.stringify(await call('credential/list', {}));
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    for (const field of await form.locator('input, textarea').all()) assert.equal(await field.inputValue(), '');
    for (const secret of [privateKey.split('\n')[1] ?? '', apiKey]) {
      assert.ok(secret.length >= 32);
      for (const where of [await page.content(), answer, kept]) assert.ok(!where.includes(secret));
    }
    assert.deepEqual(await violations(page), []);
    // Without keys, shoppers of the other tests' house are led to the demonstration's payment page.
    const { credentials } = await call('credential/list', {});
    const { version } = credentials.find((/** @type {any} */ one) => one.name === 'wechat');
    await call('credential/remove', { name: 'wechat', seen: version });
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
