/**
 * The console: an invitation accepted, people, roles, audit and sign-out by keyboard alone, and axe on every screen. Work on
 * orders is tested by `consoleOrders.test.mjs`. SHOTS=<folder> saves a picture of each screen.
 */

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { after, test } from 'node:test';
import { request } from 'playwright-core';
import { violations } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { isTurnOf, takesTurn } from './support/coverage.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';
import { PASSWORD } from './support/totp.mjs';

const { SHOTS, EVERY } = process.env;
const LANGS = /** @type {const} */ (['en', 'fr', 'de', 'es', 'zh']);
const WIDTHS = [1440, 768, 375];
/**
 * Each language and each width, for a run that ends in time, with German on each screen and the others on every fourth;
 * EVERY=1 takes all pairs and screens.
 */
const PAIRS = /** @type {const} */ ([
  ['en', 1440],
  ['fr', 768],
  ['de', 375],
  ['es', 375],
  ['zh', 1440],
]);

const house = await openHouse();
after(async () => {
  await closeBrowser();
  await house.stop();
});

const heading = (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) =>
  page.getByRole('heading', { level: 1, name, exact: true });

test('from the invitation to signing out, by keyboard alone', async () => {
  const link = await house.invite('clara@valmere.example');
  await withOperator(house, {}, async ({ page, t, tabTo }) => {
    const { keyboard } = page;
    await page.goto(link);
    await heading(page, t('Welcome')).waitFor();
    // A passkey is offered first; password and code are one key away.
    await tabTo(page.getByRole('radio', { checked: true }));
    await keyboard.press('ArrowDown');
    const key = (await page.locator('code').first().textContent()) ?? '';

    // An empty form says what is missing, and the lines lead to the fields.
    await tabTo(page.getByRole('button', { name: t('Register') }));
    await keyboard.press('Enter');
    await page.locator('[role="alert"] li').nth(2).waitFor();
    await tabTo(page.locator('[role="alert"] a').first());
    await keyboard.press('Enter');
    await page.locator('#register-name:focus').waitFor();
    await keyboard.type('Clara Whitmore');
    await tabTo(page.locator('#register-password'));
    await keyboard.type(PASSWORD);
    await tabTo(page.locator('#register-code'));
    await keyboard.type(await house.code(key));
    await keyboard.press('Enter');

    await heading(page, t('Your recovery codes')).waitFor();
    assert.equal(await page.locator('ol code').count(), 10);
    await tabTo(page.getByRole('button', { name: t('Open the console') }));
    await keyboard.press('Enter');
    await page.getByText(t('Store the codes first, then tick the box: they cannot be shown again.')).waitFor();
    await keyboard.press('Space');
    await tabTo(page.getByRole('button', { name: t('Open the console') }));
    await keyboard.press('Enter');

    await heading(page, t('Today')).waitFor();
    assert.equal(new URL(page.url()).hash, '', 'the secret has left the address');
    await keyboard.press('g');
    await keyboard.press('r');
    await heading(page, t('People and roles')).waitFor();
    await tabTo(page.getByRole('button', { name: t('Invite a person') }).first());
    await keyboard.press('Enter');
    await tabTo(page.locator('#invite-email'));
    await keyboard.type('packing@valmere.example');
    await house.later(6);
    await keyboard.press('Enter');

    // The proof of the registration has ended: the server asks anew, and the call is repeated by itself.
    await tabTo(page.locator('#proof-password'));
    await keyboard.type(PASSWORD);
    await tabTo(page.locator('#proof-code'));
    await keyboard.type(await house.code(key));
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t('The invitation is ready') });
    await dialog.waitFor();
    assert.match(
      (await dialog.locator('code').textContent()) ?? '',
      /\/console\/(#\/invitation\/|invitation#)[\w-]{20,}$/,
    );
    await tabTo(dialog.getByRole('button', { name: t('Done') }));
    await keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'packing@valmere.example' }).waitFor();

    // Rows by j and k, their actions by Enter.
    const people = page.getByRole('region', { name: t('People'), exact: true }).getByRole('row');
    const self = people.filter({ hasText: t('(you)') });
    const trigger = self.getByRole('button');
    await keyboard.press('j');
    for (let moves = 0; moves < 20 && !(await trigger.evaluate((one) => one === document.activeElement)); moves += 1) {
      await keyboard.press('j');
    }
    await keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page.getByRole('radio', { checked: true }));
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await keyboard.press('g');
    await keyboard.press('a');
    await heading(page, t('Audit')).waitFor();
    const entry = page.getByRole('button', { name: t('Invitation of a person'), exact: true }).first();
    await entry.waitFor();
    await keyboard.press('j');
    while (!(await entry.evaluate((one) => one === document.activeElement))) await keyboard.press('j');
    await keyboard.press('Enter');
    await page.getByRole('columnheader', { name: t('Before') }).waitFor();

    await keyboard.press('?');
    await page.getByRole('dialog', { name: t('Keyboard help') }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keyboard.press('Control+k');
    await page.getByRole('searchbox').waitFor();
    await keyboard.type(t('Sign out').slice(0, 6));
    await page.getByRole('menuitem', { name: t('Sign out') }).waitFor();
    await keyboard.press('Enter');
    await heading(page, t('Sign in')).waitFor();
  });
});

test('an account that was disabled by mistake is enabled again by undo', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open, tabTo } = operator;
    const { key } = await register(house, operator.call, 'Ines Vogel');
    await house.later(6);
    await open('/people');
    const row = page.getByRole('row', { name: /Annegret Schwarzenberger/ });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: t('Disable the account…') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Disable') })
      .click();
    await page.locator('#proof-password').fill('not the password');
    await page.locator('#proof-code').fill(await house.code(key));
    await page.keyboard.press('Enter');
    await page.getByText(t('staff.proof_wrong')).waitFor();
    assert.equal(await page.locator('#proof-code').inputValue(), '', 'a code counts once');
    await page.locator('#proof-password').fill(PASSWORD);
    await page.locator('#proof-code').fill(await house.code(key));
    await page.keyboard.press('Enter');
    await row.getByText(t('Disabled')).waitFor();
    await tabTo(page.getByRole('button', { name: t('Undo') }));
    await page.keyboard.press('Enter');
    await row.getByText(t('Active')).waitFor();
  }));

test('what a role does not allow is not on the screen', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    await operator.join('Emil Roth', 'packing');
    await open('/');
    await heading(page, t('Today')).waitFor();
    assert.deepEqual(
      await page
        .getByRole('navigation', { name: t('Screens') })
        .getByRole('link')
        .allTextContents(),
      [t('Today'), t('Orders'), t('Pack'), t('Stock'), t('My account')],
    );
    await open('/people');
    await heading(page, t('There is no such screen')).waitFor();
  }));

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} [isFresh] opened by its address: it needs nothing of the steps before it
 * @property {(operator: import('./support/operator.mjs').Operator) => Promise<void>} show
 */

/** Of the person who is registered below. */
let key = '';

/** Screens before sign-in. @type {Step[]} */
const OUTSIDE = [
  { name: 'sign-in', show: ({ open }) => open('/people') },
  {
    name: 'sign-in-errors',
    async show({ page, t }) {
      await page.getByText(t('Trouble signing in?')).click();
      await page.getByRole('button', { name: t('Sign in'), exact: true }).click();
      await page.locator('[role="alert"]').waitFor();
    },
  },
  { name: 'invitation-ended', show: ({ open }) => open('/invitation#ended') },
  {
    name: 'invitation',
    async show({ page }) {
      // The fragment alone loads nothing anew.
      await page.goto('about:blank');
      await page.goto(await house.invite(`${crypto.randomUUID().slice(0, 8)}@valmere.example`));
      await page.locator('#register-name').waitFor();
    },
  },
  {
    name: 'invitation-errors',
    async show({ page, t }) {
      await page.getByRole('radio', { name: t('Password and a code from your phone') }).check();
      await page.getByRole('button', { name: t('Register') }).click();
      await page.locator('[role="alert"]').waitFor();
    },
  },
  {
    name: 'recovery-codes',
    async show({ page, t }) {
      key = (await page.locator('code').first().textContent()) ?? '';
      await page.locator('#register-name').fill('Clara Whitmore');
      await page.locator('#register-password').fill(PASSWORD);
      await page.locator('#register-code').fill(await house.code(key));
      await page.getByRole('button', { name: t('Register') }).click();
      await heading(page, t('Your recovery codes')).waitFor();
    },
  },
];

const close = async (/** @type {import('playwright-core').Page} */ page) => {
  await page.keyboard.press('Escape');
  await page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]').first().waitFor({ state: 'detached' });
};

/** From the recovery codes to the first screen. @param {import('./support/operator.mjs').Operator} operator */
async function enter({ page, t }) {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: t('Open the console') }).click();
  await heading(page, t('Today')).waitFor();
}

/** Screens inside, one after the other. @type {Step[]} */
const INSIDE = [
  {
    name: 'people',
    isFresh: true,
    async show({ page, open }) {
      await open('/people');
      await page.locator('details summary').first().click();
    },
  },
  {
    name: 'people-menu',
    async show({ page }) {
      await page.locator('main td button[data-row]').nth(1).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'people-disable',
    async show({ page, t }) {
      await page.getByRole('menuitem', { name: t('Disable the account…') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'people-role',
    async show({ page, t }) {
      await close(page);
      await page.locator('main td button[data-row]').nth(1).click();
      await page.getByRole('menuitem', { name: t('Change the role…') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'invite',
    async show({ page, t }) {
      await close(page);
      await page
        .getByRole('button', { name: t('Invite a person') })
        .first()
        .click();
      await page.locator('#invite-email').fill(`${crypto.randomUUID().slice(0, 8)}@valmere.example`);
    },
  },
  {
    name: 'proof',
    async show({ page, t }) {
      await house.later(6);
      await page.getByRole('button', { name: t('Invite'), exact: true }).click();
      await page.locator('#proof-password').waitFor();
    },
  },
  {
    name: 'invite-link',
    async show({ page, t }) {
      await page.locator('#proof-password').fill(PASSWORD);
      await page.locator('#proof-code').fill(await house.code(key));
      await page.getByRole('button', { name: t('Confirm'), exact: true }).click();
      await page.getByRole('dialog', { name: t('The invitation is ready') }).waitFor();
    },
  },
  {
    name: 'withdrawn',
    async show({ page, t }) {
      await page.getByRole('button', { name: t('Done'), exact: true }).click();
      await page.locator('[role="dialog"]').waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: /valmere\.example/ })
        .last()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'audit',
    isFresh: true,
    async show({ page, open }) {
      await open('/audit');
      await page.locator('main [data-row]').first().waitFor();
    },
  },
  {
    name: 'audit-entry',
    async show({ page, t }) {
      await page.locator('main button[data-row]').first().click();
      await page.getByRole('button', { name: t('Verify the chain') }).click();
      await page.locator('main [role="status"]').waitFor();
    },
  },
  {
    name: 'audit-empty',
    isFresh: true,
    async show({ page, t, open }) {
      await open('/audit?from=2020-01-02&to=2020-01-01');
      await page.getByText(t('No entry matches these filters')).waitFor();
    },
  },
  {
    name: 'me',
    isFresh: true,
    async show({ page, open }) {
      await open('/me');
      await page.locator('main table').waitFor();
    },
  },
  {
    name: 'me-codes',
    async show({ page, t }) {
      await page.getByRole('button', { name: t('Make new recovery codes') }).click();
      await page.getByRole('dialog', { name: t('Your new recovery codes') }).waitFor();
    },
  },
  {
    name: 'today',
    isFresh: true,
    async show({ page, t, open }) {
      await open('/today');
      await page.getByRole('heading', { level: 2, name: t('Orders to pack') }).waitFor();
    },
  },
  {
    name: 'orders',
    isFresh: true,
    async show({ page, open }) {
      await open('/orders');
      await page.locator('main [data-row]').first().waitFor();
    },
  },
  {
    name: 'orders-selected',
    isFresh: true,
    async show({ page, open }) {
      await open('/orders?status=processing%2Cshipped&country=FR');
      await page.locator('main [data-select]').first().check();
      // As high as the list, so that the bar lies over half of no row.
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 1600 });
    },
  },
  {
    name: 'orders-none',
    isFresh: true,
    async show({ page, t, open }) {
      await open('/orders?q=nothing+of+the+kind');
      await page.getByText(t('No order matches')).waitFor();
    },
  },
  {
    name: 'order',
    isFresh: true,
    async show({ page, t, open }) {
      await open(`/orders/${house.orders.shipped}`);
      await page.getByRole('heading', { level: 2, name: t('Parcels') }).waitFor();
    },
  },
  {
    name: 'order-return',
    async show({ page, t }) {
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Book a return…') }).click();
      await page.locator('#return-reason').waitFor();
    },
  },
  {
    name: 'order-pay',
    isFresh: true,
    async show({ page, t, open }) {
      await open(`/orders/${house.orders.unpaid}`);
      await page.getByRole('button', { name: t('Record a payment…') }).click();
      await page.locator('#pay-amount').fill(t('Name'));
      await page.getByRole('button', { name: t('Record the payment'), exact: true }).click();
      await page.locator('[role="alert"]').waitFor();
    },
  },
  {
    name: 'order-ship',
    isFresh: true,
    async show({ page, t, open }) {
      await open(`/orders/${house.orders.paid}`);
      await page.getByRole('button', { name: t('Ship…') }).click();
      await page.locator('#ship-tracking').waitFor();
    },
  },
  {
    name: 'order-cancel',
    async show({ page, t }) {
      await close(page);
      await page.getByRole('button', { name: t('More actions') }).click();
      await page.getByRole('menuitem', { name: t('Cancel the order…') }).click();
      await page.locator('#cancel-reason').waitFor();
    },
  },
  {
    name: 'order-unknown',
    isFresh: true,
    async show({ page, t, open }) {
      await open('/orders/2020-999999');
      await page.getByText(t('There is no order {number}', { number: '2020-999999' })).waitFor();
    },
  },
  {
    name: 'commands',
    isFresh: true,
    async show({ page, t, open }) {
      await open('/nowhere');
      await heading(page, t('There is no such screen')).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('searchbox').waitFor();
    },
  },
  {
    name: 'system',
    isFresh: true,
    async show({ page, open }) {
      await open('/system');
      await page.locator('#configuration').waitFor();
    },
  },
  {
    name: 'look',
    isFresh: true,
    async show({ page, open }) {
      await open('/look');
      await page.locator('#look-primary').waitFor();
    },
  },
  {
    name: 'home-page',
    isFresh: true,
    async show({ page, open }) {
      await open('/look/home');
      await page.locator('#home-hero-category').waitFor();
    },
  },
  {
    name: 'keyboard-help',
    async show({ page, t }) {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: t('Keyboard help') }).waitFor();
    },
  },
  {
    name: 'drawer',
    async show({ page, t }) {
      await close(page);
      const burger = page.getByRole('button', { name: t('Menu'), exact: true });
      if (!(await burger.isVisible())) return;
      await burger.click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** What the screens below show, which a house of its own does not have: made once. @type {{ thread: string, run: string } | undefined} */
let furnished;

/** @param {import('./support/operator.mjs').Operator} operator */
async function furnish({ call }) {
  if (furnished) return;
  const shopper = await request.newContext({ baseURL: house.url });
  const calls = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), shopper, 'en');
  const { session_id } = await calls.call('common/talk');
  await calls.call('common/say', { session_id, message: 'Which sheets fit a mattress of 30 cm?' });
  await shopper.dispose();
  const { reference } = (await call('message/list', {})).items[0];
  const { version } = await call('message/show', { reference });
  // Whoever waits in a chat is told on every screen.
  await call('message/close', { reference, version });
  await call('message/save_text', { id: null, version: 0, title: 'Washing', texts: { en: 'At 40 °C.' } });
  const form = { kind: 'percent', percent: '15', amount: '0.00', ending: 'step', items: [{ sku: 'TOW-GAN' }] };
  await call('campaign/save', {
    id: null,
    version: 0,
    form: { ...form, name: 'Linen weeks', begins: '2030-01-07T09:00', ends: '2030-01-14T09:00' },
  });
  await call('customer/note', { key: house.orders.paid, text: 'Please ring twice.' });
  await call('stock/expect', { sku: 'TOW-GAN', pieces: 40, on: '2030-01-07', note: '' });
  const run = await call('bulk/prepare', { call: 'pack/papers', of: { to_pack: true } });
  await call('bulk/start', { id: run.id });
  await call('system/backup', {});
  furnished = { thread: reference, run: run.id };
}

/** @typedef {[name: string, path: string | (() => string), ready: string, show?: Step['show']]} Place */

/**
 * Screens that are opened for themselves, with something that is there once they are read. Each is shown to German and to the language
 * whose turn it is. @type {Place[]}
 */
const PLACES = [
  ['products', '/products', '[data-row]'],
  ['products-grid', '/products?grid=name.en%2Cweight_g%2Cenabled', '#cell-0-0'],
  ['product', '/products/TOW-GAN', '#product-name-de'],
  ['product-pictures', '/products/TOW-GAN?part=pictures', 'ol > li'],
  ['product-variants', '/products/BED-LAC?part=variants', 'h2'],
  ['product-prices', '/products/TOW-GAN?part=prices', 'h2'],
  ['product-versions', '/products/TOW-GAN?part=versions', 'nav'],
  ['product-preview', '/products/TOW-GAN?part=preview', 'h2'],
  ['makers', '/products/words', '[data-row]'],
  ['option-values', '/products/words?part=values&of=bed_size', '[data-row]'],
  ['categories', '/categories', '[data-row]'],
  ['category', '/categories/bath-and-spa', 'nav'],
  ['prices', '/prices', '[data-row]'],
  ['campaign', '/prices/campaigns/1', '#campaign-name'],
  ['campaign-new', '/prices/campaigns/new', '#campaign-name'],
  ['employee-prices', '/prices/employees', '[data-row]'],
  ['price-list', '/prices/items', '[data-row]'],
  ['price', '/prices/items/TOW-GAN', 'h2'],
  ['stock', '/stock', '[data-row]'],
  ['stock-item', '/stock/TOW-GAN', 'h2'],
  ['customers', '/customers?filter=guests', '[data-row]'],
  ['customer', () => `/customers/${house.orders.paid}`, '#customer-notes'],
  ['newsletter', '/customers/newsletter', 'h1'],
  ['fapiao', '/orders/fapiao', 'h1'],
  ['returns', '/orders/returns', 'h1'],
  ['messages', '/messages?state=all', '[data-row]'],
  ['message', () => `/messages/${furnished?.thread}`, 'h2'],
  ['texts', '/messages/texts', '[data-row]'],
  ['chat-hours', '/messages?chat=hours', 'h1', ({ page }) => page.locator('#chat-opens').waitFor()],
  ['figures', '/figures', 'table'],
  ['settings', '/settings', 'li a'],
  ...[
    'company',
    'imprint',
    'documents',
    'accounting',
    'delivery',
    'pickup',
    'payment',
    'customers',
    'newsletter',
    'mail',
    'limits',
  ].map((group) => /** @type {Place} */ ([`settings-${group}`, `/settings/${group}`, 'form'])),
  ['shipping', '/settings/shipping', '#countries-find'],
  ['vat', '/settings/vat', '[data-row]'],
  ['closing-days', '/settings/closing-days', 'h2'],
  ['currencies', '/settings/currencies', '[data-row]'],
  ['languages', '/settings/languages', '[data-row]'],
  ['credentials', '/settings/credentials', 'h2'],
  ['compliance', '/settings/compliance', 'section'],
  ['history', '/settings/history', '#history-key'],
  ['pages', '/pages', '[data-row]'],
  ['page', '/pages/returns?lang=en', '.cm-editor'],
  ['programs', '/programs', 'h1'],
  ['pack', '/pack', '[data-row]'],
  ['pack-order', () => `/pack?mode=pack&at=${house.orders.paid}`, '#pack-scan'],
  ['pack-paste', '/pack?mode=paste', 'textarea'],
  ['bulk', '/bulk', '[data-row]'],
  ['run', () => `/bulk/${furnished?.run}`, 'button'],
  [
    'bank',
    '/bank',
    'nav',
    async ({ page }) => {
      const line = '27.11.2026;27.11.2026;Amsler Ruth;Towels;CH9300762011623852957;13,37;EUR';
      const text = `Buchungstag;Valuta;Name;Verwendungszweck;IBAN;Betrag;Währung\n${line}`;
      const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.locator('input[type="file"]').setInputFiles(file);
      await page.locator('main [data-item]').first().waitFor();
    },
  ],
  ['bank-refunds', '/bank?tab=refunds', 'h1'],
  ['telephone', '/orders/new', '#telephone-customer'],
  [
    'restore',
    '/system',
    '#configuration',
    async ({ page, t }) => {
      await page
        .getByRole('button', { name: t('Put back…') })
        .first()
        .click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
];

/** On touch screens dialogs wait unseen for the keyboard; without a dialog the page is judged from its top. */
async function settled() {
  const isWaiting = () =>
    [...document.querySelectorAll('[data-rac]')].some((one) => one instanceof HTMLElement && one.style.opacity === '0');
  while (isWaiting()) await new Promise((resolve) => setTimeout(resolve, 20));
  if (!document.querySelector('[role="dialog"], [role="menu"]')) window.scrollTo(0, 0);
}

/** A place as a step. @param {Place} place @returns {Step} */
const placed = ([name, path, ready, show]) => ({
  name,
  async show(operator) {
    const { page, open } = operator;
    await furnish(operator);
    await open(typeof path === 'string' ? path : path());
    await page.locator(`main ${ready}`).first().waitFor();
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await show?.(operator);
  },
});

const pairs = EVERY ? LANGS.flatMap((lang) => WIDTHS.map((width) => /** @type {const} */ ([lang, width]))) : PAIRS;
for (const [lang, width] of pairs) {
  test(`axe on every screen, ${lang}, ${width} px`, () =>
    withOperator(house, { lang, width }, async (operator) => {
      const { page } = operator;
      /** @type {string[]} */
      const found = [];
      /** @param {Step} step @param {boolean} isLookedAt */
      const take = async ({ name, show }, isLookedAt) => {
        await show(operator).catch((error) => {
          throw new Error(`${name}: ${error.message}`, { cause: error });
        });
        if (!isLookedAt) return;
        await page.evaluate(settled);
        found.push(...(await violations(page)).map((fault) => `${name}: ${fault}`));
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (excess > 0) found.push(`${name}: ${excess} px too wide`);
        if (SHOTS) {
          await mkdir(SHOTS, { recursive: true });
          await page.screenshot({ path: `${SHOTS}/${name}-${lang}-${width}.png` });
        }
      };
      // Codes that are not stored yet ask before the page is left.
      page.on('dialog', (dialog) => void dialog.accept());
      const hasTurn = (/** @type {number} */ at) => Boolean(SHOTS) || isTurnOf(lang, at);
      for (const [at, step] of OUTSIDE.entries()) await take(step, hasTurn(at));
      await enter(operator);
      for (const [at, step] of INSIDE.entries()) {
        // What leads to nothing that is looked at is left out.
        const next = INSIDE.findIndex(({ isFresh }, other) => isFresh && other > at);
        const rest = INSIDE.slice(at, next < 0 ? undefined : next).map((_, more) => OUTSIDE.length + at + more);
        if (rest.some(hasTurn)) await take(step, hasTurn(OUTSIDE.length + at));
      }
      for (const place of PLACES.filter((_, at) => takesTurn(lang, at))) await take(placed(place), true);
      assert.deepEqual(found, []);
    }));
}

test('an ended session leads to sign-in and back to the same address', () =>
  withOperator(house, {}, async (operator) => {
    const { page, t, open } = operator;
    const { email, key } = await register(house, operator.call, 'Noa Berger');
    await open('/audit?noun=invitation');
    await page.locator('[data-row]').first().waitFor();
    // Twelve hours without a call; the page is told that its session is over.
    await house.later(13 * 60);
    await heading(page, t('Sign in')).waitFor();
    await page.locator('#sign-in-email').fill(email);
    await page.locator('#sign-in-password').fill(PASSWORD);
    await page.locator('#sign-in-code').fill(await house.code(key));
    await page.keyboard.press('Enter');
    await heading(page, t('Audit')).waitFor();
    assert.equal(new URL(page.url()).search, '?noun=invitation');
  }));
