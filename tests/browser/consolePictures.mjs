/**
 * The pictures of `docs/console.md`: screens of the console in a house with a day's work, as WebP into $PICTURES.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'playwright-core';
import { animationsFinished } from './support/axe.mjs';
import { closeBrowser } from './support/browser.mjs';
import { Calls } from './support/calls.mjs';
import { openHouse } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';
import { SERVICES } from './support/shop.mjs';

const folder = process.env.PICTURES;
if (!folder) throw new Error('PICTURES must name a folder for the pictures');
/** Only the screens named, if any. */
const named = process.argv.slice(2);

const CUSTOMERS = [
  [{ first_name: 'Chiara', last_name: 'Rossi', city: 'Wien', country: 'AT', postcode: '1040' }, 'paid'],
  [{ first_name: 'Hanna', last_name: 'Lindqvist', city: 'Hamburg', country: 'DE', postcode: '20095' }, 'paid'],
  [{ first_name: 'Jules', last_name: 'Marchand' }, 'unpaid'],
  [{ first_name: 'Antonia', last_name: 'Weidner' }, 'paid'],
  [{ first_name: 'Tomás', last_name: 'Iglesias' }, 'shipped'],
  [{ first_name: 'Ruth', last_name: 'Amsler' }, 'unpaid'],
];

const house = await openHouse();
/** @type {string[]} */
const numbers = [];
for (const [person, state] of /** @type {any} */ (CUSTOMERS)) numbers.push(await house.order(person, state));
const [rossi = '', , marchand = '', , , amsler = ''] = numbers;

/** A statement: a transfer that is certain, and one without the order's number. @param {import('./support/operator.mjs').Operator['call']} call */
async function statement(call) {
  const outstanding = async (/** @type {string} */ number) => (await call('order/show', { number })).outstanding;
  const lines = [
    ['Jules Marchand', `Order ${marchand}`, await outstanding(marchand)],
    ['Amsler Ruth', 'Handtücher', await outstanding(amsler)],
  ];
  const rows = lines.map(
    ([name, text, amount]) =>
      `27.11.2026;27.11.2026;${name};${text};CH9300762011623852957;${String(amount).replace('.', ',')};EUR`,
  );
  return ['Buchungstag;Valuta;Name;Verwendungszweck;IBAN;Betrag;Währung', ...rows].join('\n');
}

/** What somebody says in the chat. @param {string} text */
async function say(text) {
  const shopper = await request.newContext({ baseURL: house.url });
  const calls = new Calls(/** @type {any} */ ({ url: house.url, services: SERVICES }), shopper, 'en');
  const { session_id } = await calls.call('common/talk');
  await calls.call('common/say', { session_id, message: text });
  await shopper.dispose();
}

/** A time on the shop's clocks, so many days from now. @param {number} days */
const local = (days) =>
  `${new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })}T09:00`;

/** A campaign that is scheduled, and one that is not. @param {import('./support/operator.mjs').Operator['call']} call */
async function campaigns(call) {
  const form = { kind: 'percent', percent: '15', ending: 'ninety', items: [{ sku: 'TOW-LAC' }, { sku: 'TOW-GAN' }] };
  const linen = { ...form, name: 'Linen weeks', begins: local(1), ends: local(9) };
  const { campaign } = await call('campaign/save', { form: linen });
  const { seen } = await call('campaign/plan', { id: campaign.id });
  await call('campaign/schedule', { id: campaign.id, version: campaign.version, seen });
  const soaps = { ...form, name: 'Soaps', begins: local(4), ends: local(6), items: [{ sku: 'SOA-BAR' }] };
  await call('campaign/save', { form: soaps });
}

/** A day on the shop's clocks, so many days from now. @param {number} days */
const day = (days) => local(days).slice(0, 10);

/** Programs with what they may, one of them in use. @param {import('./support/operator.mjs').Operator['call']} call */
async function programs(call) {
  const create = (/** @type {string} */ name, /** @type {string[]} */ permissions, /** @type {number} */ days) =>
    call('token/create', { name, permissions, ends_on: day(days) });
  await create('Bookkeeping', ['figures_read'], 180);
  await create('Newsletter system', ['customers_read'], 30);
  const { secret } = await create('Warehouse Lyon', ['orders_read', 'packing', 'stock_change'], 364);
  await fetch(`${house.url}/console_api/order/list`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
}

/** @type {Record<string, (operator: import('./support/operator.mjs').Operator) => Promise<void>>} */
const SCREENS = {
  today: ({ open }) => open('/today'),
  orders: ({ open }) => open('/orders'),
  order: ({ open }) => open(`/orders/${rossi}`),
  async telephone({ open, page }) {
    await open('/orders/new');
    await page.getByRole('searchbox', { name: 'Find goods' }).fill('bma-lac');
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.getByRole('radio', { name: /Standard delivery/ }).waitFor();
  },
  pack: ({ open }) => open('/pack'),
  async bank({ call, open, page }) {
    await open('/bank');
    await page.locator('input[type="file"]').setInputFiles({
      name: 'statement.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(await statement(call)),
    });
    await page.getByText('Amsler Ruth').first().waitFor();
  },
  async customer({ call, open }) {
    await call('customer/note', { key: rossi, text: 'Please ring twice; the bell of the back door is broken.' });
    await open(`/customers/${rossi}`);
  },
  products: ({ open }) => open('/products'),
  async categories({ open, page }) {
    await open('/categories');
    await page.locator('main [data-row]').first().waitFor();
  },
  async stock({ call, open }) {
    await call('stock/expect', { sku: 'TOW-GAN', pieces: 40, on: day(12), note: '' });
    await open('/stock?q=tow');
  },
  async prices({ call, open, page }) {
    await campaigns(call);
    await open(`/prices?week=${day(5)}`);
    await page.getByRole('link', { name: 'Linen weeks' }).first().waitFor();
  },
  async figures({ open, page }) {
    await open('/figures?span=last_7');
    await page.locator('main canvas').waitFor();
  },
  async look({ open, page }) {
    await open('/look');
    await page.getByText('A good night, at home', { exact: true }).waitFor();
  },
  async pages({ open, page }) {
    await open('/pages/returns?lang=en');
    await page.locator('main .cm-editor').first().waitFor();
  },
  async settings({ open, page }) {
    await open('/settings');
    await page.locator('main li a').first().waitFor();
  },
  people: ({ open }) => open('/people'),
  async programs({ call, open, page }) {
    await programs(call);
    await open('/programs');
    await page.getByText('Warehouse Lyon').first().waitFor();
  },
  audit: ({ open }) => open('/audit'),
  system: ({ open }) => open('/system'),
  // The last: whoever waits in the chat is told on each screen.
  async messages({ open, page }) {
    await say('Does the parcel arrive before Friday?');
    await say('Which sheets fit a mattress of 30 cm?');
    await open('/messages');
    await page.locator('main table').first().waitFor();
  },
};

await mkdir(folder, { recursive: true });
try {
  for (const [name, open] of Object.entries(SCREENS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    await withOperator(house, { width: 1280, height: 800 }, async (operator) => {
      await operator.join('Mira Sandoz');
      await open(operator);
      await operator.page.locator('main h1').waitFor();
      await animationsFinished(operator.page);
      await operator.page.evaluate(() => document.fonts.ready);
      const session = await operator.context.newCDPSession(operator.page);
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
      await writeFile(`${folder}/${name}.webp`, Buffer.from(data, 'base64'));
    });
  }
} finally {
  await closeBrowser();
  await house.stop();
}
