/**
 * Forms of the console keep what is typed: over a reload, told, thrown away by a press, gone once it is sent, and nobody else's; axe on
 * what is told. SHOTS=<folder> saves pictures.
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

/** @typedef {import('./support/operator.mjs').Operator} Operator */

/** Presses buttons and items of menus, one after the other. @param {Operator} operator @param {(string | RegExp)[]} names */
async function press({ page, t }, ...names) {
  for (const name of names) {
    const known = typeof name === 'string' ? t(name) : name;
    await page
      .getByRole('button', { name: known })
      .or(page.getByRole('menuitem', { name: known }))
      .first()
      .click();
  }
}

/** Each form: where it is, what opens it, a field, and what is typed. @type {{ at: string, field: string, text: string, show?: (operator: Operator) => Promise<void> }[]} */
const FORMS = [
  { at: `/orders/${house.orders.unpaid}`, field: '#note-text', text: 'wants a gift box' },
  {
    at: `/orders/${house.orders.unpaid}`,
    field: '#cancel-reason',
    text: 'sold out',
    show: (operator) => press(operator, 'More actions', 'Cancel the order…'),
  },
  {
    at: `/orders/${house.orders.shipped}`,
    field: '#return-reason',
    text: 'too small',
    show: (operator) => press(operator, 'More actions', 'Book a return…'),
  },
  {
    at: `/orders/${house.orders.shipped}`,
    field: '#refund-reason',
    text: 'a gesture',
    show: (operator) => press(operator, 'More actions', 'Refund…'),
  },
  { at: '/products', field: '#create-sku', text: 'LIN-NEW', show: (operator) => press(operator, 'New product…') },
  { at: '/people', field: '#role-name', text: 'Night porter', show: (operator) => press(operator, 'Create a role') },
  {
    at: '/people',
    field: '#invite-email',
    text: 'new@valmere.example',
    show: (operator) => press(operator, 'Invite a person'),
  },
  {
    at: '/messages/texts',
    field: '#text-title',
    text: 'Washing',
    show: (operator) => press(operator, 'Write a text…'),
  },
  {
    at: '/stock/TOW-GAN',
    field: '#expect-note',
    text: 'by the weaver',
    show: (operator) => press(operator, 'Expect an arrival…'),
  },
  {
    at: '/settings/shipping',
    field: '#offer-max',
    text: '9',
    show: ({ page, t }) =>
      page.locator('section:has([id^="zone-"])').getByText(t('Change…'), { exact: true }).first().click(),
  },
  { at: '/settings/vat', field: '#vat-rate', text: '8,1', show: (operator) => press(operator, 'New rate…') },
  {
    at: '/settings/closing-days',
    field: '#closing-name',
    text: 'Stocktaking',
    show: (operator) => press(operator, 'Close on a day…'),
  },
  {
    at: '/settings/currencies',
    field: '#currency-rate',
    text: '0.999',
    show: (operator) => press(operator, /CHF/),
  },
];

test('what is typed is there after a reload, told, and thrown away by a press', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, join } = operator;
    await join('Mira Sandoz');
    const told = page.getByText(t('What you typed is still here'));
    for (const { at, field, text, show } of FORMS) {
      const input = page.locator(field);
      const reopen = async () => {
        await open(at);
        await show?.(operator);
        await input.waitFor();
      };
      await reopen();
      const before = await input.inputValue();
      assert.equal(await told.count(), 0, `${field}: nothing was left`);
      await input.fill(text);
      await reopen();
      assert.equal(await input.inputValue(), text, field);
      await told.waitFor();
      await page.getByRole('button', { name: t('Throw it away') }).click();
      await told.waitFor({ state: 'detached' });
      assert.equal(await input.inputValue(), before, field);
    }
  }));

test('a choice is kept as well, and what a colleague has changed meanwhile is told', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const reopen = async () => {
      await open('/settings/shipping');
      await page.locator('#countries-find').fill('NO');
      await page.getByRole('button', { name: t('Change: {name}', { name: 'Norway' }) }).click();
      await page.locator('#country-is_delivered').waitFor();
    };
    await reopen();
    await page.locator('#country-is_delivered').selectOption('');
    await reopen();
    await page.getByText(t('What you typed is still here')).waitFor();
    const { zones } = await call('tariff/shipping', {});
    const zone = zones.find((/** @type {any} */ one) => one.countries.some((/** @type {any} */ { id }) => id === 'NO'));
    const other = zones.find((/** @type {any} */ { key }) => key !== zone.key);
    await call('tariff/save_country', {
      country: 'NO',
      seen: { zone: zone.key, is_delivered: true },
      place: { zone: other.key, is_delivered: true },
    });
    await reopen();
    await page.getByText(t('Somebody has changed this meanwhile')).waitFor();
    assert.equal(await page.locator('#country-is_delivered').inputValue(), '');
    await page.getByRole('button', { name: t('Show theirs') }).click();
    assert.equal(await page.locator('#country-is_delivered').inputValue(), 'yes');
    assert.equal(await page.locator('#country-zone').inputValue(), other.key);
    await call('tariff/save_country', {
      country: 'NO',
      seen: { zone: other.key, is_delivered: true },
      place: { zone: zone.key, is_delivered: true },
    });
  }));

test('what was sent is gone, and nobody else at this device sees what somebody has begun', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, call, join } = operator;
    await join('Mira Sandoz');
    const note = page.locator('#note-text');
    const at = `/orders/${house.orders.paid}`;
    const told = page.getByText(t('What you typed is still here'));
    await open(at);
    await note.fill('first');
    await page.getByRole('button', { name: t('Add the note') }).click();
    await page.getByText(t('Note by {name}', { name: 'Mira Sandoz' })).waitFor();
    await open(at);
    await note.waitFor();
    assert.deepEqual([await note.inputValue(), await told.count()], ['', 0]);

    await note.fill('of Mira');
    await open(at);
    await told.waitFor();
    assert.equal(await note.inputValue(), 'of Mira');
    // Nothing that is still read ends in a refusal.
    await page.goto('about:blank');
    await call('staff/sign_out', {});
    await join('Emil Roth', 'orders');
    await open(at);
    await note.waitFor();
    assert.deepEqual([await note.inputValue(), await told.count()], ['', 0]);
  }));

for (const [lang, width] of turns(
  /** @type {const} */ ([
    ['de', 1280],
    ['de', 375],
    ['zh', 1280],
    ['fr', 768],
    ['es', 375],
  ]),
  import.meta.filename,
)) {
  test(`what is told of a draft, in ${lang} at ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page, t, open, join } = operator;
      await join('Mira Sandoz', 'owner', lang);
      for (const { at, field, text, show } of FORMS.slice(0, 2)) {
        for (const isLeft of [true, false]) {
          await open(at);
          await show?.(operator);
          if (isLeft) await page.locator(field).fill(text);
        }
        const notice = page.getByText(t('What you typed is still here'));
        await notice.first().scrollIntoViewIfNeeded();
        await animationsFinished(page);
        assert.deepEqual(await violations(page), []);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/draft${field.replace('#', '-')}-${lang}-${width}.png` });
      }
    }));
}
