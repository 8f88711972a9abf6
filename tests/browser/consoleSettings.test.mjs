/**
 * Settings: a part is changed and read in the shop, survives a reload while it is typed, clashes with a colleague's change without
 * losing either, is refused in words at its field, put back from the history; bank details wait. axe in each state. SHOTS=<folder>
 * saves pictures.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { animationsFinished, violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const { SHOTS } = process.env;

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** @param {Operator['page']} page */
const axeOf = (page) => async (/** @type {string} */ state) => {
  await animationsFinished(page);
  assert.deepEqual(await violations(page), [], state);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/settings-${state}.png`, fullPage: true });
};

/** Reads what is going to change, and agrees to it. @param {Operator} operator @param {string[]} says */
async function agree({ page, t }, ...says) {
  const dialog = page.getByRole('dialog', { name: t('What is going to change') });
  for (const text of says) await dialog.getByText(text).first().waitFor();
  await dialog.getByRole('button', { name: t('Save'), exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('the hours of the chat are reached from the settings, and the way back closes them', () =>
  withOperator(house, {}, async ({ page, t, open, join }) => {
    await join('Mira Sandoz');
    await open('/settings');
    await page.getByRole('link', { name: t('Chat hours'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('When is the chat offered?') });
    await dialog.locator('#chat-opens').waitFor();
    await page.reload();
    await dialog.locator('#chat-opens').waitFor();
    await dialog
      .getByRole('button', { name: t('Close') })
      .last()
      .click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search, '');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: t('Settings') }).waitFor();
  }));

test('settings are changed, kept over a reload, and nothing of two people is lost', async () => {
  await withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const axe = axeOf(page);
    await open('/settings');
    await page.getByRole('link', { name: t('House and company') }).waitFor();
    await axe('overview');
    // By the keyboard alone.
    await page.getByRole('link', { name: t('House and company') }).focus();
    await page.keyboard.press('Enter');
    const name = page.getByLabel(t('Name of the house'));
    await name.fill('Hotel Waldhaus');
    const email = page.getByLabel(t('Email address for customers'));
    await email.fill('nobody');
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), 'Hotel Waldhaus', 'what was typed is still there');
    await page.getByRole('button', { name: t('Save'), exact: true }).click();
    await page.getByRole('alert').getByRole('link').waitFor();
    await axe('refused');
    await page.getByRole('alert').getByRole('link').click();
    assert.ok(await email.evaluate((input) => input === document.activeElement), 'the link leads to the field');
    assert.equal(await name.inputValue(), 'Hotel Waldhaus');
    await email.fill('haus@example.com');
    // A colleague saves another name meanwhile.
    await call('setting/save', { edits: [{ key: 'brand.name', seen: 'Valmère', value: 'Pension Theirs' }] });
    const clash = page.getByText(t('Somebody has changed this meanwhile'));
    await clash.waitFor();
    await page.getByText('Pension Theirs').waitFor();
    await axe('clash');
    await page.getByRole('button', { name: t('Keep mine') }).click();
    await clash.waitFor({ state: 'detached' });
    // What it would do is said first, and can be thought over.
    const save = page.getByRole('button', { name: t('Save'), exact: true });
    await save.click();
    const dialog = page.getByRole('dialog', { name: t('What is going to change') });
    await dialog.getByText('Pension Theirs').waitFor();
    await dialog.getByText(t('Help pages that will read differently')).waitFor();
    await dialog.getByText(t('No longer missing')).waitFor();
    await axe('plan');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await name.inputValue(), 'Hotel Waldhaus', 'nothing is lost');
    const names = (await call('setting/history', { key: 'brand.name' })).changes;
    assert.equal(names[0].after, 'Pension Theirs', 'nor saved');
    await save.click();
    await agree(operator, 'Hotel Waldhaus', 'haus@example.com');
    await page.getByText(t('Saved, and in force.')).waitFor();
    // What the law would miss is said in words.
    await email.fill('maison@valmere.example');
    await save.click();
    await dialog.getByText(t('What the law asks for and will be missing')).waitFor();
    await dialog.getByText(t('compliance.open_demo')).waitFor();
    await axe('plan-missing');
    await dialog.getByRole('button', { name: t('Go on editing') }).click();
    await page.getByRole('button', { name: t('Take back what I typed') }).click();
    const { sections } = await call('setting/list', {});
    const values = Object.fromEntries(
      sections.flatMap((/** @type {any} */ section) =>
        section.settings.map((/** @type {any} */ one) => [one.key, one.value]),
      ),
    );
    assert.equal(values['brand.name'], 'Hotel Waldhaus');
    assert.equal(values['company.email'], 'haus@example.com');
    // Put back what the colleague had saved.
    await open('/settings/history?key=brand.name');
    await page.getByRole('cell', { name: 'Pension Theirs' }).first().waitFor();
    await axe('history');
    await page
      .getByRole('button', { name: t('Put back: {label}', { label: t('Name of the house') }) })
      .first()
      .click();
    await page.getByText(t('The earlier value is back.')).waitFor();
    const back = await call('setting/history', { key: 'brand.name' });
    assert.equal(back.changes[0].after, 'Pension Theirs');
  });
});

for (const lang of /** @type {const} */ (['de', 'fr', 'es', 'zh', 'en'])) {
  test(`payment and delivery: their own controls, in ${lang}`, async () => {
    await withOperator(house, { lang }, async (operator) => {
      const { page, t, open, call, join } = operator;
      await join(`Person ${lang}`, 'owner', lang);
      const axe = axeOf(page);
      await open('/settings/delivery');
      const from = page.getByLabel(t('Standard delivery is free from'));
      await from.fill('1.200,5');
      await page.getByRole('button', { name: t('Save'), exact: true }).click();
      await agree(operator, t('Standard delivery is free from'));
      await page.getByText(t('Saved, and in force.')).waitFor();
      assert.match(await from.inputValue(), /^1200[.,]50$/);
      await axe(`delivery-${lang}`);
      await open('/settings/payment');
      const methods = page.getByRole('group', { name: t('Ways to pay') });
      await methods.getByRole('checkbox', { name: t('Cheque') }).uncheck();
      await methods.getByRole('button', { name: t('Move {name} down', { name: t('Card') }) }).press('Enter');
      await page.getByLabel('BIC').fill('COBADEFFXXX');
      await page.getByRole('button', { name: t('Save'), exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t('What is going to change') });
      await dialog.getByText('COBADEFFXXX').waitFor();
      await axe(`plan-${lang}`);
      if (SHOTS) {
        await page.setViewportSize({ width: 375, height: 800 });
        await page.screenshot({ path: `${SHOTS}/settings-plan-375-${lang}.png` });
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      await agree(operator, t('Ways to pay'), 'COBADEFFXXX');
      await page.getByText(t('Saved. Payment details wait.')).waitFor();
      await page.getByText(t('Payment details are going to change')).waitFor();
      await axe(`payment-${lang}`);
      if (SHOTS) {
        await page.setViewportSize({ width: 375, height: 800 });
        await page.screenshot({ path: `${SHOTS}/settings-payment-375-${lang}.png`, fullPage: true });
      }
      await page.getByRole('button', { name: t('Take the change back') }).click();
      await page.getByText(t('It is taken back.')).waitFor();
      const { sections } = await call('setting/list', {});
      const payment = sections.find((/** @type {any} */ section) => section.group === 'payment');
      assert.deepEqual(payment.settings[0].value, ['bank_transfer', 'card', 'wechat']);
      await call('setting/save', {
        edits: [
          { key: 'payment.methods', seen: payment.settings[0].value, value: null },
          { key: 'shipping.free_from', seen: '1200.50', value: null },
        ],
      });
    });
  });
}
