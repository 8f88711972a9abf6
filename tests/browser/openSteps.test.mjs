/** Addresses that open a step for whoever has no scripts, opened with scripts: answered once, they ask no more. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withVisitor } from './support/browser.mjs';
import { PASSWORD } from './support/calls.mjs';
import { fillCart, SIMPLE } from './support/screens.mjs';
import { setupShop } from './support/setup.mjs';
import { asHeading } from './support/texts.mjs';
import { until } from './support/until.mjs';

const shop = await setupShop({ SHOP__CAPTCHA__PROVIDER: 'none' });

/** @param {import('playwright-core').Page} page */
const isBare = (page) => until('the address asks no more', () => new URL(page.url()).search === '');

test('en: the bag that is to be emptied', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, visit, calls, t } = visitor;
    await fillCart(visitor);
    await visit('/cart?confirm=all');
    const question = page.locator('section[aria-labelledby="cart-confirm"]');
    await question.getByRole('button', { name: t('Remove all'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: asHeading(t('cart.empty')), exact: true }).waitFor();
    assert.deepEqual((await calls.call('cart')).items, []);
    await isBare(page);
    await calls.add(SIMPLE);
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.equal(await question.count(), 0);
  }));

test('en: the account that is to be deleted, and is kept after all', () =>
  withVisitor(shop, { lang: 'en' }, async (visitor) => {
    const { page, visit, calls, t } = visitor;
    await calls.register();
    await visit('/account?confirm=delete');
    const main = page.locator('main');
    const button = (/** @type {string} */ name) => main.getByRole('button', { name: t(name), exact: true });
    await page.locator('#deletion-password').fill(PASSWORD);
    await button('Delete my account').click();
    const dialog = page.getByRole('alertdialog', { name: t('Delete your account?') });
    await dialog.getByRole('button', { name: t('Delete my account'), exact: true }).click();
    await button('Keep my account').waitFor();
    await isBare(page);
    await button('Keep my account').click();
    await until('it is kept', async () => (await calls.call('account/info')).deletion === null);
    await main.getByRole('heading', { name: t('Your orders'), exact: true }).waitFor();
    assert.equal(await page.locator('#deletion-password').filter({ visible: true }).count(), 0);
  }));
