/**
 * The pictures of `docs/console.md`: screens of the console in a house with a day's work, as WebP into $PICTURES.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { closeBrowser } from './support/browser.mjs';
import { openHouse, register } from './support/house.mjs';
import { withOperator } from './support/operator.mjs';

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
  people: ({ open }) => open('/people'),
  audit: ({ open }) => open('/audit'),
  system: ({ open }) => open('/system'),
};

await mkdir(folder, { recursive: true });
try {
  for (const [name, open] of Object.entries(SCREENS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    await withOperator(house, { width: 1280, height: 800 }, async (operator) => {
      await register(house, operator.call, 'Mira Sandoz');
      await open(operator);
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
